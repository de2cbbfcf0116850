drop database if exists shop;
create database shop;
use shop;

create table outbox (
    id char(36) not null primary key,
    raw_id binary(16) not null,
    aggregatetype varchar(255) not null,
    aggregateid varchar(255) not null,
    type varchar(255) not null,
    payload json,
    created datetime(6),
    created_millis datetime(3),
    stored timestamp(6) null,
    version bigint unsigned not null,
    shard int,
    signed_version bigint,
    native_id uuid,
    content varbinary(255),
    amount decimal(20, 4),
    urgent boolean
);

insert into outbox values (
    '3f6c2a1e-7f60-4b3e-9d58-0b7b8f6f0a11', unhex('3f6c2a1e7f604b3e9d580b7b8f6f0a11'), 'Order', 'order-1', 'OrderPaid',
    '{"total": 3.10, "lines": [{"sku": "A"}], "note": null}', '2024-01-02 03:04:05.678901', '2024-01-02 03:04:05.678',
    '2024-01-02 03:04:05.678901', 6, 3, 6, '3f6c2a1e-7f60-4b3e-9d58-0b7b8f6f0a11', 'plain', 12.5, true);

insert into outbox values (
    '3f6c2a1e-7f60-4b3e-9d58-0b7b8f6f0a12', unhex('3f6c2a1e7f604b3e9d580b7b8f6f0a12'), 'Order', 'order-2', 'OrderDropped',
    null, null, null, null, 18446744073709551615, null, null, null, null, null, null);

-- written and removed in one transaction, as those do who keep no rows
start transaction;
insert into outbox values (
    '3f6c2a1e-7f60-4b3e-9d58-0b7b8f6f0a13', unhex('3f6c2a1e7f604b3e9d580b7b8f6f0a13'), 'Invoice', 'invoice-3', 'InvoiceSent',
    '[1, 2]', '1969-12-31 23:59:59.999999', '1969-12-31 23:59:59.999', '1970-01-02 00:00:00.000001', 9223372036854775807, 0, 0,
    '3f6c2a1e-7f60-4b3e-9d58-0b7b8f6f0a13', '', 0, false);
delete from outbox where id = '3f6c2a1e-7f60-4b3e-9d58-0b7b8f6f0a13';
commit;

update outbox set type = 'OrderChanged' where id = '3f6c2a1e-7f60-4b3e-9d58-0b7b8f6f0a11';
truncate table outbox;
