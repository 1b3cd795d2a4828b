-- What signed PDFs and copies of an uploaded PDF are made from, where it is not used as it is.
alter table app.upload add column rendition jsonb;
