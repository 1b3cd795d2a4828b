// What people and documents of the measured organisation are called, with letters beyond ASCII among them.
export const firstNames =
  'Aoife Bram Chiara Dmitri Élodie Farah Gaël Hana Ines João Kerstin Lütfi Marit Noor Óscar Priya Quentin Rosalind Søren Tomasz'.split(
    ' ',
  );
export const lastNames =
  'Brennan Cortés Dąbrowski Eriksen Ferrari Grünwald Haddad Ibáñez Jansen Kobayashi Lefèvre Müller Nováková Okafor Petrov Raman Solheim Teague Ünal Wieczorek'.split(
    ' ',
  );
export const doings =
  'Calibration,Cleaning,Validation,Storage,Sampling,Review,Release,Disposal,Qualification,Training'.split(',');
export const things =
  'Balances,Änderungsanträge,Batch Records,Cold Rooms,Chromatographs,Deviations,Suppliers,Waste Streams,Incubators,Electronic Records'.split(
    ',',
  );
