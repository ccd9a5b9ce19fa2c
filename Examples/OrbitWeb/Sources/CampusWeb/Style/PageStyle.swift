/// The style of all pages, for windows from 360 to 1440 pixels and for both colour schemes.
///
/// The distances and the radius are those of Team Asha, and the colours of kinds of meetups those of StudyCon. Texts have
/// a contrast of at least 4.5 to 1 to their background, and controls are at least 44 pixels high.
enum PageStyle {
    static let text = properties + layout + controls + parts + calendar + space

    private static let properties = """
        :root {
          color-scheme: light dark;
          --space-xs: 4px; --space-s: 8px; --space-list: 12px; --space-card: 16px; --space-section: 24px;
          --radius: 12px; --line-width: 1px; --touch: 44px;
          --paper: #f4f4f8; --card: #ffffff; --ink: #16162a; --soft: #55556a; --line: #d8d8e2; --field: #6f6f86;
          --accent: #3b3fb6; --on-accent: #ffffff; --danger: #b3261e; --ok: #1a6b33; --mark: #e7e7fb;
          --event-study: #1f5fbf; --event-party: #7b3fb0; --event-business: #1d6f3a; --event-cultural: #a14f00;
          --event-academic: #1d6f3a; --event-networking: #b0296b; --event-social: #b3261e;
          --event-language_exchange: #0f6b70; --event-other: #a14f00;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --paper: #0d0d18; --card: #191926; --ink: #ededf6; --soft: #b3b3c6; --line: #34344a; --field: #8b8ba3;
            --accent: #aeb2ff; --on-accent: #12123a; --danger: #ff9d94; --ok: #7fd99a; --mark: #2a2a4d;
            --event-study: #8ab8ff; --event-party: #cfa4f5; --event-business: #7fd99a; --event-cultural: #ffb874;
            --event-academic: #7fd99a; --event-networking: #ff9fcb; --event-social: #ff9d94;
            --event-language_exchange: #74d6da; --event-other: #ffb874;
          }
        }
        * { box-sizing: border-box; }
        [hidden] { display: none; }
        html { -webkit-text-size-adjust: 100%; scroll-padding: 96px 0; }
        body {
          margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif;
          overflow-wrap: anywhere;
        }
        a { color: var(--accent); }
        :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
        h1:focus, [data-region]:focus { outline: none; }
        @media (prefers-reduced-motion: reduce) { * { animation: none !important; transition: none !important; } }

        """

    private static let layout = """
        .skip { position: absolute; left: -999px; }
        .skip:focus { left: var(--space-card); top: var(--space-card); background: var(--card); padding: var(--space-s); z-index: 9; }
        .frame { max-width: 1440px; margin: 0 auto; }
        main { max-width: 46rem; margin: 0 auto; padding: var(--space-card) var(--space-card) 120px; }
        main.wide { max-width: none; }
        h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 var(--space-card); }
        h2 { font-size: 1.25rem; line-height: 1.3; margin: var(--space-section) 0 var(--space-list); }
        h3, .list h2 { font-size: 1rem; margin: 0 0 var(--space-xs); }
        p { margin: 0 0 var(--space-s); }
        .tabs { position: fixed; inset: auto 0 0 0; background: var(--card); border-top: var(--line-width) solid var(--line); z-index: 5; }
        .tabs ul { display: flex; list-style: none; margin: 0; padding: 0; }
        .tabs li { flex: 1 1 auto; min-width: 0; }
        .tabs a {
          display: flex; flex-direction: column; align-items: center; justify-content: center; min-height: 56px;
          padding: var(--space-xs) 2px; font-size: 0.75rem; color: var(--soft); text-decoration: none; text-align: center;
        }
        .tabs a[aria-current] { color: var(--accent); font-weight: 700; box-shadow: inset 0 3px var(--accent); }
        .tabs .more { display: none; }
        .badge {
          display: inline-block; min-width: 1.4em; padding: 0 0.35em; border-radius: 1em; background: var(--danger);
          color: var(--card); font-size: 0.75rem; text-align: center; font-weight: 700;
        }
        [data-region] > :not(:first-child, h2, h3), .list + * { margin-top: var(--space-list); }
        main > [data-region]:not(:empty) { margin-bottom: var(--space-list); }
        .columns { display: grid; gap: var(--space-section); }
        .visually-hidden, #news {
          position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
        }
        @media (min-width: 960px) {
          .frame { display: grid; grid-template-columns: 15rem minmax(0, 1fr); }
          .tabs { position: sticky; inset: 0 auto auto 0; height: 100vh; border-top: 0; border-right: var(--line-width) solid var(--line); padding: var(--space-section) var(--space-card); }
          .tabs ul { flex-direction: column; gap: var(--space-xs); }
          .tabs li { flex: none; }
          .tabs a { flex-direction: row; justify-content: space-between; min-height: var(--touch); padding: var(--space-s) var(--space-list); font-size: 1rem; border-radius: var(--radius); }
          .tabs a[aria-current] { background: var(--mark); box-shadow: none; }
          .tabs .more { display: block; }
          main { padding: var(--space-section) var(--space-section) 64px; }
          .columns { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); align-items: start; }
        }

        """

    private static let controls = """
        button, .button, input, select, textarea { font: inherit; color: inherit; }
        button, .button {
          display: inline-flex; align-items: center; justify-content: center; min-height: var(--touch);
          padding: var(--space-s) var(--space-card); border: 1px solid var(--field); border-radius: var(--radius);
          background: var(--card); text-decoration: none; cursor: pointer;
        }
        button.primary, .button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; }
        button.danger { border-color: var(--danger); color: var(--danger); }
        button:disabled { opacity: 0.65; cursor: default; }
        form[data-busy] button { opacity: 0.65; cursor: progress; }
        .actions { display: flex; flex-wrap: wrap; align-items: center; gap: var(--space-s); margin-top: var(--space-list); }
        .actions h2 { margin: 0; }
        .inline { display: inline-block; }
        .field { margin: 0 0 var(--space-card); }
        .field > label, legend { display: block; font-weight: 600; margin-bottom: var(--space-xs); padding: 0; }
        fieldset { border: 0; margin: 0 0 var(--space-card); padding: 0; min-width: 0; }
        input[type=text], input[type=email], input[type=number], input[type=date], input[type=time], input[type=search],
        input[type=datetime-local], input[type=url], input[type=file], select, textarea {
          width: 100%; min-height: var(--touch); padding: var(--space-s) var(--space-list); background: var(--card);
          border: 1px solid var(--field); border-radius: var(--radius);
        }
        textarea { min-height: 6.5rem; resize: vertical; }
        input[type=range] { width: 100%; min-height: var(--touch); accent-color: var(--accent); }
        input[type=checkbox], input[type=radio] { width: 1.25rem; height: 1.25rem; accent-color: var(--accent); flex: none; }
        [aria-invalid=true] { border-color: var(--danger); }
        .hint { color: var(--soft); font-size: 0.875rem; }
        .problem { color: var(--danger); font-weight: 600; }
        .choice { display: flex; gap: var(--space-s); align-items: center; min-height: var(--touch); }
        .choices { display: flex; flex-wrap: wrap; gap: var(--space-s); list-style: none; margin: 0; padding: 0; }
        .chip {
          display: inline-flex; align-items: center; gap: var(--space-xs); min-height: 32px; padding: 2px var(--space-list);
          border: 1px solid var(--line); border-radius: 1rem; background: var(--card); font-size: 0.875rem;
        }
        label.chip { min-height: var(--touch); cursor: pointer; }
        .chip.on, label.chip:has(:checked) { background: var(--mark); border-color: var(--accent); font-weight: 600; }
        .row { display: flex; flex-wrap: wrap; gap: var(--space-list); align-items: end; }
        .row > * { flex: 1 1 9rem; }
        .scale-ends { display: flex; justify-content: space-between; color: var(--soft); font-size: 0.875rem; }

        """

    private static let parts = """
        .card { background: var(--card); border: var(--line-width) solid var(--line); border-radius: var(--radius); padding: var(--space-card); }
        .list { display: grid; gap: var(--space-list); list-style: none; margin: 0; padding: 0; }
        .head { display: flex; gap: var(--space-list); align-items: center; }
        .head > div { min-width: 0; }
        .portrait {
          width: 64px; height: 64px; border-radius: 50%; object-fit: cover; flex: none; display: flex; align-items: center;
          justify-content: center; background: var(--mark); font-weight: 700; font-size: 1.5rem;
        }
        .photos { display: grid; grid-auto-flow: column; grid-auto-columns: min(16rem, 80%); gap: var(--space-s); overflow-x: auto; list-style: none; margin: 0 0 var(--space-card); padding: 0; }
        .photos img { width: 100%; aspect-ratio: 1; object-fit: cover; border-radius: var(--radius); display: block; }
        .meta { color: var(--soft); }
        .messages { max-width: 44rem; }
        .messages .mine { margin-inline-start: 15%; background: var(--mark); }
        .messages .text { white-space: pre-wrap; overflow-wrap: anywhere; }
        .messages .divider { list-style: none; text-align: center; color: var(--soft); }
        .messages blockquote { margin: 0; padding-inline-start: var(--space-s); border-inline-start: 3px solid var(--accent); color: var(--soft); }
        .empty { text-align: center; padding: var(--space-section) var(--space-card); color: var(--soft); }
        .notice { padding: var(--space-list) var(--space-card); border-radius: var(--radius); background: var(--mark); margin: 0 0 var(--space-card); }
        .notice.failure { border: 2px solid var(--danger); background: var(--card); color: var(--danger); }
        .connection { color: var(--soft); font-size: 0.875rem; margin: 0; padding: var(--space-xs) var(--space-list); }
        .kind { font-weight: 600; font-size: 0.875rem; border: 1px solid; border-radius: 8px; padding: 2px var(--space-s); }
        .facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: var(--space-xs) var(--space-card); margin: 0 0 var(--space-card); }
        .facts dt { color: var(--soft); }
        .facts dd { margin: 0; }
        .subtabs { display: flex; flex-wrap: wrap; gap: var(--space-s); margin: 0 0 var(--space-card); }
        .steps { display: flex; gap: var(--space-xs); list-style: none; margin: 0 0 var(--space-card); padding: 0; }
        .steps li { flex: 1; }
        .steps a { display: block; min-height: var(--touch); padding: var(--space-s) 0; border-top: 4px solid var(--line); font-size: 0.75rem; text-decoration: none; }
        .steps a[aria-current] { border-color: var(--accent); font-weight: 700; }
        .steps .done a { border-color: var(--ok); }
        progress, meter { width: 100%; height: 12px; accent-color: var(--accent); }
        .address { font-family: ui-monospace, monospace; user-select: all; background: var(--mark); padding: var(--space-s); border-radius: 8px; }
        details > summary { min-height: var(--touch); display: flex; align-items: center; cursor: pointer; font-weight: 600; }
        .map svg { width: 100%; height: auto; border-radius: var(--radius); display: block; }
        .study { color: var(--event-study); } .party { color: var(--event-party); }
        .business { color: var(--event-business); } .cultural { color: var(--event-cultural); }
        .academic { color: var(--event-academic); } .networking { color: var(--event-networking); }
        .social { color: var(--event-social); } .language_exchange { color: var(--event-language_exchange); }
        .other { color: var(--event-other); }

        """

    private static let calendar = """
        .month { width: 100%; border-collapse: collapse; table-layout: fixed; }
        .month th { font-size: 0.75rem; color: var(--soft); font-weight: 600; padding: var(--space-xs) 0; }
        .month td { vertical-align: top; height: 72px; border: 1px solid var(--line); padding: 2px; background: var(--card); }
        .month td.outside { background: transparent; }
        .month td.today { outline: 2px solid var(--accent); outline-offset: -2px; }
        .month .number { display: block; text-align: center; min-height: 24px; min-width: 24px; text-decoration: none; }
        .entry { display: block; font-size: 0.75rem; line-height: 1.4; min-height: 24px; padding: 3px var(--space-xs); margin-top: 2px; border-radius: 6px; background: var(--mark); color: var(--ink); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
        .entry.tentative { border: 1px dashed var(--accent); }
        .entry.busy { background: var(--line); }
        .hours { border-collapse: collapse; width: 100%; table-layout: fixed; }
        .hours th { font-size: 0.75rem; font-weight: 600; }
        .hours td { padding: 0; text-align: center; border: 1px solid var(--line); }
        .hours label { display: flex; min-height: 28px; align-items: center; justify-content: center; }
        .scroll { overflow-x: auto; }
        @media (max-width: 480px) { .month td { height: 56px; } .month .entry { white-space: normal; max-height: 2.8em; } }

        """

    /// The deep space of the design has the same colours in both schemes.
    private static let space = """
        .space { border-radius: var(--radius); overflow: hidden; background: linear-gradient(160deg, #081030, #1e1145 55%, #000); }
        .space svg { display: block; width: 100%; height: auto; max-height: 80vh; }
        .space a { outline: none; }
        .space a:focus-visible circle { stroke: #fff; stroke-width: 4px; }
        .space text { fill: #e9e7ff; }
        .space .initial, .space .you { fill: #0b0a1e; font-weight: 700; }
        @keyframes pulse { from { opacity: 0.45; } to { opacity: 1; } }
        @keyframes twinkle { from { opacity: 1; } to { opacity: 0.3; } }
        @keyframes hover { from { transform: translateY(-3px); } to { transform: translateY(3px); } }
        @media (prefers-reduced-motion: no-preference) {
          .pulse { animation: pulse 1.8s ease-in-out infinite alternate; }
          .twinkle-0, .twinkle-1, .twinkle-2, .twinkle-3 { animation: twinkle 2.3s ease-in-out infinite alternate; }
          .twinkle-1 { animation-duration: 3.1s; } .twinkle-2 { animation-duration: 4.3s; } .twinkle-3 { animation-delay: 1.1s; }
          .hover-0, .hover-1, .hover-2, .hover-3 { animation: hover 2.6s ease-in-out infinite alternate; }
          .hover-1 { animation-duration: 3.2s; } .hover-2 { animation-duration: 3.9s; } .hover-3 { animation-delay: 0.7s; }
        }

        """
}
