-- The words that a page must have. Each counts as its stem, or from three letters (bytes) on as the beginning of a word; words
-- that the language leaves out are left out. `loose`: the last one may be typed beyond a stem ("validatio").
create function read.text_query(language text, terms text[], loose boolean) returns tsquery
language plpgsql stable strict as $$
declare
  wanted tsquery;
  term text;
  part tsquery;
  stem text;
  stems tsquery;
begin
  foreach term in array terms loop
    part := plainto_tsquery(language::regconfig, read.searchable(term));
    continue when numnode(part) = 0;
    stems := ''::tsquery;
    foreach stem in array read.accented_stems(language, term) loop
      stems := stems && plainto_tsquery('simple', stem);
    end loop;
    part := part || stems;
    -- A hyphen before a digit is read as a sign: 17-2 also stands in SOP-17-2. The phrase is compared with the page.
    if term ~ '^[0-9]+(-[0-9]+)+$' then
      part := part || (
        select to_tsquery('simple', string_agg(format('(%1$s | -%1$s)', digits), ' & '))
        from regexp_split_to_table(term, '-') digits);
    end if;
    if octet_length(term) >= 3 and read.searchable(term) = read.folded(term) then
      part := part || to_tsquery('simple',
        '''' || replace(replace(read.folded(term), '\', '\\'), '''', '''''') || ''':*');
    end if;
    if loose and term = terms[cardinality(terms)] then
      for n in 4 .. char_length(term) - 1 loop
        part := part || plainto_tsquery('simple', left(read.folded(term), n));
      end loop;
    end if;
    wanted := coalesce(wanted && part, part);
  end loop;
  return wanted;
end $$;

-- The lexemes of words, to mark them where they stand.
create function read.lexemes(language text, terms text[]) returns text[] language sql stable strict
return tsvector_to_array(read.text_words(language, array_to_string(terms, ' ')));

-- Pages that have all words and phrases, at most so many. With the owner's rights, as `read.documents_named`.
create function read.pages_with(query tsquery, phrases text[], most integer)
returns table (document_uid uuid, sha256 text, page integer, part integer) language plpgsql stable security definer
set search_path = pg_catalog, pg_temp set enable_seqscan = off set work_mem = '16MB' set gin_fuzzy_search_limit = 20000
as $$
declare
  own constant uuid := nullif(current_setting('imprimatur.org', true), '')::uuid;
begin
  return query
    select p.document_uid, p.sha256, p.page, p.part from app.page_text p
    where array[p.org_id] @> array[own] and read.text_words(p.language, p.body) @@ query
      and not exists (select from unnest(phrases) phrase where position(read.folded(phrase) in read.folded(p.body)) = 0)
    limit most;
end $$;

grant execute on function read.text_query, read.lexemes, read.pages_with to imprimatur_app;
