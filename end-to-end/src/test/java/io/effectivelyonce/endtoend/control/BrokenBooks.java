package io.effectivelyonce.endtoend.control;

import java.sql.Connection;
import java.sql.SQLException;

/** The sinks that do one thing differently. */
final class BrokenBooks {
    private BrokenBooks() {}

    static Books of(Breakage breakage, Connection business, Fate fate) {
        return switch (breakage) {
            case NONE, OFFSET_BEFORE_WRITE -> new Books(business, fate);
            case CLAIM_BEFORE_ROWS -> new ClaimBeforeRows(business, fate);
            case CLAIM_AFTER_ROWS -> new ClaimAfterRows(business, fate);
            case CLAIM_OF_REJECTED -> new ClaimOfRejected(business, fate);
            case OUTAGE_IS_POISON -> new OutageIsPoison(business, fate);
            case ERRORS_THAT_CANCEL_OUT -> new ErrorsThatCancelOut(business, fate);
        };
    }

    private static final class ClaimBeforeRows extends Books {
        ClaimBeforeRows(Connection business, Fate fate) {
            super(business, fate);
        }

        @Override
        boolean claim(Event event) throws SQLException {
            boolean fresh = super.claim(event);
            business().commit();
            fate().mayStrike(event);
            return fresh;
        }
    }

    private static final class ClaimAfterRows extends Books {
        ClaimAfterRows(Connection business, Fate fate) {
            super(business, fate);
        }

        @Override
        void write(Event event) throws SQLException {
            // the claim has told that the event is new; it is made again afterwards
            business().rollback();
            super.write(event);
            business().commit();
            fate().mayStrike(event);
            claim(event);
        }
    }

    private static final class ClaimOfRejected extends Books {
        ClaimOfRejected(Connection business, Fate fate) {
            super(business, fate);
        }

        @Override
        boolean apply(Event event) throws SQLException {
            boolean applied = super.apply(event);
            claim(event);
            business().commit();
            return applied;
        }
    }

    private static final class OutageIsPoison extends Books {
        OutageIsPoison(Connection business, Fate fate) {
            super(business, fate);
        }

        @Override
        boolean apply(Event event) throws SQLException {
            try {
                return super.apply(event);
            } catch (Death e) {
                business().rollback();
                return false;
            }
        }
    }

    private static final class ErrorsThatCancelOut extends Books {
        ErrorsThatCancelOut(Connection business, Fate fate) {
            super(business, fate);
        }

        @Override
        void move(String order, String sku, long pieces) throws SQLException {
            long error = order.equals("order-1") ? 1 : order.equals("order-2") ? -1 : 0;
            super.move(order, sku, pieces + error);
        }
    }
}
