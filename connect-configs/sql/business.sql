-- What happens because an order was paid or cancelled. Nothing here is unique per order, on purpose: only the claim in
-- processed_events keeps an effect from happening twice.

create table processed_events (
    consumer     text        not null,
    event_id     uuid        not null,
    processed_at timestamptz not null default now(),
    primary key (event_id, consumer)
);

-- How far each partition has been written: after a failover to a server that knows less, the sink goes back to this.
create table processed_offsets (
    consumer    text        not null,
    topic       text        not null,
    partition   int         not null,
    next_offset bigint      not null,
    updated_at  timestamptz not null default now(),
    primary key (consumer, topic, partition)
);

create table invoices (
    id           bigint generated always as identity primary key,
    order_id     text   not null,
    customer     text   not null,
    amount_cents bigint not null
);

create table ledger (
    id           bigint generated always as identity primary key,
    order_id     text   not null,
    entry        text   not null check (entry in ('sale', 'reversal')),
    amount_cents bigint not null
);

create table inventory (
    sku       text   primary key,
    reserved  bigint not null,
    movements bigint not null
);

-- An effect outside of the database leaves the transaction as a row, and is captured by a connector of its own.
create table email_outbox (
    id            uuid         primary key default uuidv7(),
    aggregatetype varchar(255) not null,
    aggregateid   varchar(255) not null,
    type          varchar(255) not null,
    payload       jsonb        not null
);

create publication email_outbox_publication for table email_outbox with (publish = 'insert');

-- The control: the same events, without claims.
create table invoices_naive (
    id           bigint generated always as identity primary key,
    order_id     text   not null,
    customer     text   not null,
    amount_cents bigint not null
);
