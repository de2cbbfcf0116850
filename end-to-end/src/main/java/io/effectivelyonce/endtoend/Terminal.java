package io.effectivelyonce.endtoend;

import java.io.PrintStream;
import java.util.Locale;
import java.util.Optional;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** The screen of a person: one line for each event, and a bar below where there is a terminal; where there is none, only lines. */
final class Terminal implements Screen, AutoCloseable {
    private static final String ERASE_LINE = "\r\033[K";
    private static final int TENTHS = 10;

    private final PrintStream out;
    private final long orders;
    private final long began = System.nanoTime();
    private final Optional<ProgressBar> bar;
    private long tenths;

    Terminal(PrintStream out, long orders, boolean interactive) {
        this.out = out;
        this.orders = orders;
        this.bar = interactive ? Optional.of(bar(out, orders)) : Optional.empty();
    }

    private static ProgressBar bar(PrintStream out, long orders) {
        return new ProgressBarBuilder()
                .setTaskName("invoices")
                .setInitialMax(orders)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(200)
                .setConsumer(new ConsoleProgressBarConsumer(out))
                .build();
    }

    @Override
    public void tell(String event) {
        out.println((bar.isPresent() ? ERASE_LINE : "") + clock() + event);
    }

    @Override
    public void progress(long invoiced) {
        bar.ifPresent(shown -> shown.stepTo(invoiced));
        long reached = invoiced * TENTHS / orders;
        if (bar.isEmpty() && reached > tenths) {
            tenths = reached;
            tell(invoiced + " of " + orders + " orders invoiced");
        }
    }

    private String clock() {
        return String.format(Locale.ROOT, "%4d s  ", (System.nanoTime() - began) / 1_000_000_000);
    }

    @Override
    public void close() {
        bar.ifPresent(ProgressBar::close);
    }
}
