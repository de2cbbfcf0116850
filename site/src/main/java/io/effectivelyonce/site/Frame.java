package io.effectivelyonce.site;

/** What is the same on every page of the site. */
final class Frame {
    private static final String HTML = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>%s</title>
            <style>
            body { max-width: 54rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.55 system-ui, sans-serif; color: #1b1b1b }
            pre { overflow-x: auto; padding: .8rem; background: #f4f4f2 }
            code { font-size: .92em }
            table { border-collapse: collapse; display: block; overflow-x: auto }
            th, td { border: 1px solid #ccc; padding: .3rem .6rem; text-align: left; vertical-align: top }
            h2, h3 { margin-top: 2rem }
            </style>
            </head>
            <body>
            <nav><a href="%s">Effectively Once</a></nav>
            %s</body>
            </html>
            """;

    private Frame() {}

    static String around(String title, String home, String body) {
        return HTML.formatted(title.replace("&", "&amp;").replace("<", "&lt;"), home, body);
    }
}
