-- The text of files, for the search of words inside documents. It can be dropped and made again from the files:
-- `npm run projections -- rebuild --model document-text`.

-- Folded as names are (`read.folded`). Letters of scripts that are written without spaces are words of their own.
create function read.searchable(words text) returns text language sql immutable parallel safe
return case when octet_length(words) = char_length(words) then lower(words)
            else regexp_replace(read.folded(words),
              U&'([\0E00-\0EFF\1000-\109F\1780-\17FF\3040-\30FF\3400-\9FFF\F900-\FAFF\+020000-\+03FFFF])', ' \1 ', 'g') end;

-- The words of a text in PostgreSQL's text search configuration `language`. The cost makes the planner use the index.
create function read.text_words(language text, body text) returns tsvector
language plpgsql immutable strict parallel safe cost 10000 as $$
begin
  return to_tsvector(language::regconfig, read.searchable(body));
end $$;
grant execute on function read.searchable, read.text_words to imprimatur_app;

-- Files whose text was read. letters: 0 where there is none (a scan), null where the file cannot be read.
create table app.file_text (
  org_id uuid not null,
  document_uid uuid not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  pages integer not null,
  letters bigint,
  read_at timestamptz not null,
  constraint file_text_pk primary key (org_id, document_uid, sha256)
);
create index file_text_empty on app.file_text (org_id, document_uid) where letters = 0;

-- A page, or a part of a long one. Files without pages have page 1.
create table app.page_text (
  org_id uuid not null,
  document_uid uuid not null,
  sha256 text not null,
  page integer not null,
  part integer not null,
  language text not null,
  body text not null,
  constraint page_text_pk primary key (org_id, document_uid, sha256, page, part),
  constraint page_text_file foreign key (org_id, document_uid, sha256) references app.file_text on delete cascade
);
create index page_text_words on app.page_text using gin ((array[org_id]), (read.text_words(language, body)));
alter index app.page_text_words alter column 1 set statistics 0;
alter index app.page_text_words alter column 2 set statistics 0;

select imprimatur.isolate('app.file_text');
select imprimatur.isolate('app.page_text');
