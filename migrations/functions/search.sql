-- Documents by a part of their name or by the beginning of a spelling of their number, from the trigram indexes; null
-- where looking at each row is faster: more than 10 of the first 200 names match, more than 500 match in all, or the
-- text is too short for a trigram.
-- With the owner's rights, since row-level security keeps the application's role from using these operators on an
-- index. The organisation is the one that the policies compare with.

-- What somebody typed as the beginning of a number; null where it cannot be one. A former number may end with a letter.
create function read.number_sought(words text) returns text language sql immutable strict parallel safe
return (select ' ' || letters from read.number_letters(words) letters
        where letters ~ '[0-9]' and char_length(letters) <= 40);

-- The number of a form or template as it is stored, where its zeros were left out: 17-2 is 017-02. Null for any other.
create function read.number_padded(words text) returns text language sql immutable strict parallel safe
return (select coalesce(parts[1], '') || lpad(parts[2], 3, '0') || '-' || lpad(parts[3], 2, '0')
        from regexp_match(read.folded(words), '^(.*[^0-9])?([0-9]{1,3})-([0-9]{1,2})$') parts
        where parts is not null);

-- Whether the words are a number with these spellings, up to its end where `ending` is a space.
create function read.is_numbered(spellings text, words text, ending text) returns boolean
language sql immutable parallel safe
return coalesce(position(read.number_sought(words) || ending in spellings || ending) > 0, false)
  or coalesce(position(read.number_sought(read.number_padded(words)) || ending in spellings || ending) > 0, false);

create function read.documents_numbered(words text) returns uuid[] language plpgsql stable security definer
set search_path = pg_catalog, pg_temp set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  own constant uuid := nullif(current_setting('imprimatur.org', true), '')::uuid;
  number constant text := read.number_sought(words);
  padded constant text := read.number_padded(words);
  parts constant text[] := read.grams(number collate "C");
  found uuid[];
begin
  if number is null then
    return '{}';
  elsif own is null or coalesce(cardinality(parts), 0) = 0 then
    return null;
  end if;
  found := array(select uid from read.document
                 where array[org_id] @> array[own] and read.grams(number_spellings collate "C") @> parts
                   and position(number in number_spellings) > 0
                 limit 501);
  if cardinality(found) > 500 then
    return null;
  end if;
  return case when padded <> read.folded(words) then found || read.documents_numbered(padded) else found end;
end $$;

create function read.documents_named(words text) returns uuid[] language plpgsql stable security definer
set search_path = pg_catalog, pg_temp set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  own constant uuid := nullif(current_setting('imprimatur.org', true), '')::uuid;
  wanted constant text := read.folded(words);
  parts text[] := read.grams(wanted collate "C");
  n constant integer := coalesce(cardinality(parts), 0);
  found uuid[];
begin
  if n = 0 or own is null
     or (select count(*) filter (where position(wanted in name_folded) > 0)
         from (select name_folded from read.document where org_id = own order by uid limit 200) s) > 10
  then
    return null;
  end if;
  -- Sixteen parts, spread over the whole of a long text, distinguish names as well as all of them.
  parts := array(select distinct parts[i] from generate_series(1, n, (n + 15) / 16) i);
  found := array(select uid from read.document
                 where array[org_id] @> array[own] and read.grams(name_folded collate "C") @> parts
                   and position(wanted in name_folded) > 0
                 limit 501);
  return case when cardinality(found) <= 500 then found || read.documents_numbered(words) end;
end $$;

create function read.documents_in_force_named(words text) returns uuid[] language plpgsql stable security definer
set search_path = pg_catalog, pg_temp set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  own constant uuid := nullif(current_setting('imprimatur.org', true), '')::uuid;
  wanted constant text := read.folded(words);
  parts text[] := read.grams(wanted collate "C");
  n constant integer := coalesce(cardinality(parts), 0);
  found uuid[];
begin
  if n = 0 or own is null
     or (select count(*) filter (where position(wanted in name_folded) > 0)
         from (select name_folded from read.document_version where org_id = own and status = 'EFFECTIVE'
               order by document_uid limit 200) s) > 10
  then
    return null;
  end if;
  parts := array(select distinct parts[i] from generate_series(1, n, (n + 15) / 16) i);
  found := array(select document_uid from read.document_version
                 where array[org_id] @> array[own] and read.grams(name_folded collate "C") @> parts
                   and status = 'EFFECTIVE' and position(wanted in name_folded) > 0
                 limit 501);
  return case when cardinality(found) <= 500 then found || read.documents_numbered(words) end;
end $$;

grant execute on function read.number_sought, read.number_padded, read.is_numbered, read.documents_named, read.documents_in_force_named to imprimatur_app;
