-- The shop: what it sells and what it sold. Each change writes its event into the outbox, in the same transaction.

create table products (
    sku         text   primary key,
    name        text   not null,
    price_cents bigint not null,
    version     bigint not null
);

create table orders (
    id          text   primary key,
    customer    text   not null,
    status      text   not null check (status in ('paid', 'cancelled')),
    total_cents bigint not null,
    version     bigint not null
);

create table order_lines (
    order_id text   not null references orders,
    sku      text   not null references products,
    quantity int    not null check (quantity > 0),
    price_cents bigint not null,
    primary key (order_id, sku)
);

create table outbox (
    -- time-ordered ids keep the claims' index small; before PostgreSQL 18: gen_random_uuid(), or a UUIDv7 made by the application
    id            uuid         primary key default uuidv7(),
    aggregatetype varchar(255) not null,
    aggregateid   varchar(255) not null,
    type          varchar(255) not null,
    version       bigint       not null,
    payload       jsonb        not null,
    -- two changes of one aggregate can't take the same version: the second transaction fails instead of being overlooked downstream
    unique (aggregatetype, aggregateid, version)
);

-- inserts only: rows may be deleted at any time, and a delete is not an event
create publication outbox_publication for table outbox with (publish = 'insert');
