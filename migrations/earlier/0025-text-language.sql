-- Pages that are not in the organisation's language are found without reading all of them.
create index page_text_language on app.page_text (org_id, language, document_uid);

-- The stems of words with their accents, folded: of languages such as Spanish, whose endings may have accents.
create function read.accented_stems(language text, words text) returns text[]
language plpgsql immutable strict parallel safe as $$
begin
  if language in ('simple', 'english') or octet_length(words) = char_length(words) then
    return '{}';
  end if;
  return array(select distinct read.folded(stem)
               from unnest(tsvector_to_array(to_tsvector(language::regconfig, lower(normalize(words, nfkc))))) stem
               where read.folded(stem) <> '');
end $$;
grant execute on function read.accented_stems to imprimatur_app;

-- For simple and English it answers as before: their index entries stay true.
create or replace function read.text_words(language text, body text) returns tsvector
language plpgsql immutable strict parallel safe cost 10000 as $$
begin
  return to_tsvector(language::regconfig, read.searchable(body))
    || array_to_tsvector(read.accented_stems(language, body));
end $$;
