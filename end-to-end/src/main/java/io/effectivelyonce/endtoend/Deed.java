package io.effectivelyonce.endtoend;

/** What the shop does in one transaction, and the event that it tells of it. */
public sealed interface Deed {
    /** The topic on which the event belongs. */
    Topic topic();

    /** The event's type. */
    String type();

    /** The id of the order or product that it is about. */
    String aggregateId();

    /** Rises with every event of one aggregate. */
    long version();

    /** An order is placed and paid. */
    record Pay(Order order) implements Deed {
        @Override
        public Topic topic() {
            return Topic.ORDERS;
        }

        @Override
        public String type() {
            return "OrderPaid";
        }

        @Override
        public String aggregateId() {
            return order.id();
        }

        @Override
        public long version() {
            return 1;
        }
    }

    /** An order that was paid is cancelled. */
    record Cancel(Order order) implements Deed {
        @Override
        public Topic topic() {
            return Topic.ORDERS;
        }

        @Override
        public String type() {
            return "OrderCancelled";
        }

        @Override
        public String aggregateId() {
            return order.id();
        }

        @Override
        public long version() {
            return 2;
        }
    }

    /** A product is taken out of the shop; the version goes on rising, so that it may come back. */
    record Withdraw(String sku, long version) implements Deed {
        @Override
        public Topic topic() {
            return Topic.PRODUCTS;
        }

        @Override
        public String type() {
            return "ProductWithdrawn";
        }

        @Override
        public String aggregateId() {
            return sku;
        }
    }

    /** A product comes into being or changes. */
    record Change(Product product) implements Deed {
        @Override
        public Topic topic() {
            return Topic.PRODUCTS;
        }

        @Override
        public String type() {
            return "ProductChanged";
        }

        @Override
        public String aggregateId() {
            return product.sku();
        }

        @Override
        public long version() {
            return product.version();
        }
    }
}
