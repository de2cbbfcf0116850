package io.effectivelyonce.jdbc.spelling;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;

/** Dates and times in ISO 8601, and beyond its years as PostgreSQL reads them: without a sign, and before year 1 as BC. */
final class TimeText {
    private static final long DAY = 86_400_000_000_000L;

    private TimeText() {}

    static String date(LocalDate date) {
        return ordinary(date) ? date.toString() : day(date) + era(date);
    }

    /** With the offset of UTC: a column without a zone ignores it, and one with a zone would take the session's instead. */
    static String moment(Instant instant) {
        LocalDateTime utc = LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
        LocalDate date = utc.toLocalDate();
        return ordinary(date) ? instant.toString() : day(date) + ' ' + utc.toLocalTime() + "+00" + era(date);
    }

    /** A time of day; the end of the day is not its beginning. */
    static String timeOfDay(long nanos) {
        return nanos == DAY ? "24:00:00" : LocalTime.ofNanoOfDay(nanos).toString();
    }

    private static boolean ordinary(LocalDate date) {
        return date.getYear() > 0 && date.getYear() < 10_000;
    }

    private static String day(LocalDate date) {
        int year = date.getYear() > 0 ? date.getYear() : 1 - date.getYear();
        return String.format("%04d-%02d-%02d", year, date.getMonthValue(), date.getDayOfMonth());
    }

    private static String era(LocalDate date) {
        return date.getYear() > 0 ? "" : " BC";
    }
}
