import { wordings as first, type Wording } from '#app/set-up/demonstration/languages.ts';

const es: Wording = {
  ...first.en,
  code: 'es',
  version: 'Versión',
  page: 'Página {page} de {count}',
  purpose: [
    'Objeto',
    'Este procedimiento describe cómo se realiza y se registra «{title}» en Northmere Diagnostics: quién hace ' +
      'qué, en qué orden y con qué pruebas.',
  ],
  scope: [
    'Alcance',
    'Se aplica a todas las áreas de fabricación y a todas las personas que trabajan en ellas, también a las contratas.',
  ],
  responsibilities: {
    heading: 'Responsabilidades',
    head: ['Función', 'Tarea', 'Suplente'],
    rows: [
      ['Operario', 'Limpia, desinfecta y registra cada paso', 'Compañero formado'],
      ['Supervisor', 'Comprueba los registros cada día', 'Jefe de turno'],
      ['Garantía de calidad', 'Evalúa las desviaciones', 'Técnico de calidad'],
    ],
  },
  procedure: {
    heading: 'Procedimiento',
    opening: 'Los pasos se siguen en su orden.',
    steps: [
      'Compruebe que el desinfectante está dentro de su caducidad y anote el lote.',
      'Retire el material y cubra los equipos que no se pueden mojar.',
      'Limpie de arriba abajo y de lo limpio a lo sucio, con un paño por superficie.',
      'Deje actuar el desinfectante diez minutos; no lo seque antes.',
      'Alterne cada mes el desinfectante, según la tabla del área.',
      'Ponga la etiqueta verde con fecha, hora y firma.',
    ],
  },
  flow: { caption: 'Orden de la limpieza', boxes: ['Retirar', 'Limpiar', 'Desinfectar', 'Liberar'] },
  plot: {
    heading: 'Límites y tendencias',
    paragraphs: ['Los recuentos de superficies se evalúan cada mes.'],
    caption: 'Recuentos de los últimos doce meses y límite de alerta',
    limit: 'Límite de alerta',
  },
  records: {
    heading: 'Registros',
    opening: 'Se conservan como mínimo:',
    head: ['Registro', 'Lugar', 'Años'],
    rows: [['Registro de limpieza', 'Garantía de calidad', '10']],
  },
  history: { heading: 'Historial', head: ['Versión', 'Cambio'], first: 'Primera versión.' },
};

const pl: Wording = {
  ...first.en,
  code: 'pl',
  version: 'Wersja',
  page: 'Strona {page} z {count}',
  purpose: [
    'Cel',
    'Instrukcja „{title}” opisuje, kto, w jakiej kolejności i na jakiej podstawie wykonuje tę pracę w Northmere ' +
      'Diagnostics oraz co zapisuje.',
  ],
  scope: ['Zakres', 'Dotyczy wszystkich osób pracujących na linii, na każdej zmianie, także podwykonawców.'],
  responsibilities: {
    heading: 'Odpowiedzialność',
    head: ['Rola', 'Zadanie', 'Zastępstwo'],
    rows: [
      ['Operator', 'Wykonuje i zapisuje każdy krok', 'Przeszkolony kolega'],
      ['Kierownik zmiany', 'Sprawdza zapisy każdego dnia', 'Zastępca'],
      ['Zapewnienie jakości', 'Ocenia odchylenia', 'Inżynier jakości'],
    ],
  },
  procedure: {
    heading: 'Wykonanie',
    opening: 'Kroki wykonuje się w podanej kolejności.',
    steps: [
      'Wyłącz linię, zabezpiecz ją kłódką i sprawdź, czy nie można jej uruchomić.',
      'Usuń pozostałości poprzedniej serii: opakowania, etykiety, ulotki.',
      'Odkurz prowadnice i czujniki; nie używaj sprężonego powietrza.',
      'Przetrzyj powierzchnie środkiem z tabeli i odczekaj podany czas.',
      'Druga osoba sprawdza linię i podpisuje protokół.',
      'Umieść zieloną etykietę z datą, godziną i podpisem.',
    ],
  },
  flow: { caption: 'Kolejność czyszczenia linii', boxes: ['Wyłącz', 'Usuń', 'Oczyść', 'Sprawdź', 'Zwolnij'] },
  plot: {
    heading: 'Granice i trendy',
    paragraphs: ['Wyniki wymazów ocenia się co miesiąc.'],
    caption: 'Wyniki z ostatnich dwunastu miesięcy i granica alarmowa',
    limit: 'Granica alarmowa',
  },
  records: {
    heading: 'Zapisy',
    opening: 'Zapisy przechowuje się co najmniej:',
    head: ['Zapis', 'Miejsce', 'Lata'],
    rows: [['Protokół czyszczenia', 'Zapewnienie jakości', '10']],
  },
  history: { heading: 'Historia zmian', head: ['Wersja', 'Zmiana'], first: 'Pierwsza wersja.' },
};

const ja: Wording = {
  ...first.en,
  code: 'ja',
  version: '版',
  page: '{page} / {count} ページ',
  purpose: [
    '目的',
    '本書は、ノースミア・ダイアグノスティクスにおける「{title}」の実施および記録の方法を定める。誰が、どの順序で、何を根拠に行い、何を記録するかを示す。',
  ],
  scope: ['適用範囲', '本書は、すべての清浄区域およびそこで作業するすべての者に適用する。委託先の作業者も含む。'],
  responsibilities: {
    heading: '責任',
    head: ['役割', '任務', '代理'],
    rows: [
      ['作業者', '各手順を実施し、その場で記録する', '訓練を受けた同僚'],
      ['監督者', '記録を毎日確認する', '副監督者'],
      ['品質保証', '逸脱を評価し、変更を承認する', '品質技術者'],
    ],
  },
  procedure: {
    heading: '手順',
    opening: '手順は記載の順に実施する。',
    steps: [
      '本書が有効な版であること、自身の教育訓練が記録されていることを確認する。',
      '培地の使用期限と外観を確認し、ロット番号を記録する。',
      '採取点の図に従い、作業中の区域で空中浮遊菌を採取する。',
      '表面付着菌は接触平板を十秒間押し当てて採取する。',
      '平板を三十から三十五度で五日間培養する。',
      'コロニー数を数え、警報基準値および処置基準値と比較する。',
      '基準値を超えた場合は直ちに品質保証に報告する。',
    ],
  },
  flow: { caption: '採取から判定まで', boxes: ['準備', '採取', '培養', '計数', '判定'] },
  plot: {
    heading: '基準値と傾向',
    paragraphs: ['結果は毎月集計し、傾向を評価する。'],
    caption: '過去十二か月の結果と警報基準値',
    limit: '警報基準値',
  },
  records: {
    heading: '記録',
    opening: '記録は少なくとも次の期間保管する。',
    head: ['記録', '保管部門', '年'],
    rows: [
      ['環境モニタリング記録', '試験室', '10'],
      ['逸脱報告書', '品質保証', '10'],
    ],
  },
  history: { heading: '改訂履歴', head: ['版', '変更内容'], first: '初版。' },
};

export const wordings = { ...first, es, pl, ja } as const;
export type Language = keyof typeof wordings;
