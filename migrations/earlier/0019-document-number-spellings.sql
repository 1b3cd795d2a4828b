-- A document's number is found however it is typed: "987", "qa 987", "SOP-QA-987", "sop987" (docs/glossary.md).

-- Letters and digits alone, folded.
create function read.number_letters(words text) returns text language sql immutable strict parallel safe
return regexp_replace(read.folded(words), '[\s_./:#-]+', '', 'g');

-- What somebody typed as the beginning of a spelling; null where it cannot be a number, which ends with a digit.
create function read.number_typed(words text) returns text language sql immutable strict parallel safe
return (select ' ' || letters from read.number_letters(words) letters
        where letters ~ '[0-9]$' and char_length(letters) <= 40);

-- The spellings of a number, each behind a space: with and without type, area and leading zeros.
create function read.number_spellings(type text, area text, num text) returns text
language sql immutable strict parallel safe
return (
  select string_agg(distinct ' ' || before || digits, '')
  from unnest(case type when 'Work_Instruction' then array['wi', 'workinstruction'] else array[read.folded(type)] end) l,
    unnest(array['', read.number_letters(area), l, l || read.number_letters(area)]) before,
    unnest(array[read.number_letters(num), ltrim(read.number_letters(num), '0')]) digits
);

grant execute on function read.number_letters, read.number_typed, read.number_spellings to imprimatur_app;

alter table read.document add column number_spellings text not null
  generated always as (read.number_spellings(type, functional_area, doc_num)) stored;
create index document_number_grams on read.document
  using gin ((array[org_id]), (read.grams(number_spellings collate "C")))
  with (fastupdate = on, gin_pending_list_limit = 64);
alter index read.document_number_grams alter column 1 set statistics 0;
alter index read.document_number_grams alter column 2 set statistics 0;
