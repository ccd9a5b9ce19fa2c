import Randonneuring

/// The style of all pages, for windows from 360 to 1440 pixels and for both colour schemes.
///
/// The distances and the radius are those of the design. Texts have a contrast of at least 4.5 to 1 to their
/// background, and controls are at least 44 pixels high.
enum ClubStyle {
    static let text = properties + layout + parts + badges

    private static let properties = """
        :root {
          color-scheme: light dark;
          --space-xs: 4px; --space-s: 8px; --space-list: 12px; --space-card: 16px; --space-section: 24px;
          --radius: 12px; --touch: 44px;
          --paper: #f2f2f7; --card: #ffffff; --ink: #1c1c1e; --soft: #55555c; --line: #d1d1d6; --field: #6e6e76;
          --accent: #0b57c2; --on-accent: #ffffff; --danger: #b3261e; --mark: #e3edfc;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --paper: #000000; --card: #1c1c1e; --ink: #f2f2f7; --soft: #aeaeb6; --line: #3a3a3c; --field: #8e8e96;
            --accent: #8ab8ff; --on-accent: #0a1d3d; --danger: #ff9d94; --mark: #1e2f4d;
          }
        }
        * { box-sizing: border-box; }
        body {
          margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif;
          overflow-wrap: anywhere;
        }
        a { color: var(--accent); }
        :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }

        """

    private static let layout = """
        .skip { position: absolute; left: -999px; }
        .skip:focus { left: var(--space-card); top: var(--space-card); background: var(--card); padding: var(--space-s); }
        main { max-width: 72rem; margin: 0 auto; padding: var(--space-card) var(--space-card) 96px; }
        h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 var(--space-card); }
        h2 { font-size: 1.25rem; line-height: 1.3; margin: var(--space-section) 0 var(--space-list); }
        .card h2 { margin-top: 0; }
        p, ul { margin: 0 0 var(--space-s); }
        .tabs { position: fixed; inset: auto 0 0 0; background: var(--card); border-top: 1px solid var(--line); z-index: 1; }
        .tabs ul { display: flex; list-style: none; margin: 0 auto; padding: 0; max-width: 72rem; }
        .tabs li { flex: 1 1 0; min-width: 0; }
        .tabs a {
          display: flex; align-items: center; justify-content: center; min-height: 56px; padding: var(--space-xs) 2px;
          font-size: 0.75rem; color: var(--soft); text-decoration: none;
        }
        .tabs a[aria-current] { color: var(--accent); font-weight: 700; box-shadow: inset 0 3px var(--accent); }
        .columns, .list, .filters { display: grid; gap: var(--space-card); }
        .columns > * { min-width: 0; }
        .columns > div > .card { margin-bottom: var(--space-card); }
        .columns h2:first-child { margin-top: 0; }
        .list { gap: var(--space-list); list-style: none; padding: 0; }
        @media (min-width: 960px) {
          .tabs { position: sticky; inset: 0 auto auto 0; border-top: 0; border-bottom: 1px solid var(--line); }
          .tabs a { font-size: 1rem; }
          .tabs a[aria-current] { box-shadow: inset 0 -3px var(--accent); }
          main { padding: var(--space-section) var(--space-section) 64px; }
          .columns { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); align-items: start; }
          main > .list { grid-template-columns: repeat(auto-fill, minmax(22rem, 1fr)); }
          .filters { grid-template-columns: repeat(auto-fit, minmax(16rem, 1fr)); align-items: end; }
        }

        """

    private static let parts = """
        .card { background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); padding: var(--space-card); }
        main > .card { margin-bottom: var(--space-card); }
        .card p:last-child { margin-bottom: 0; }
        .meta { color: var(--soft); }
        .empty { text-align: center; color: var(--soft); }
        .notice, .problem { padding: var(--space-list) var(--space-card); border-radius: var(--radius); background: var(--mark); }
        .problem { background: var(--card); border: 2px solid var(--danger); color: var(--danger); }
        td .problem { border: 0; padding: 0; }
        button, .button, input, select { font: inherit; color: inherit; }
        button, .button {
          display: inline-flex; align-items: center; justify-content: center; min-height: var(--touch);
          padding: var(--space-s) var(--space-card); border: 1px solid var(--field); border-radius: var(--radius);
          background: var(--card); text-decoration: none; cursor: pointer;
        }
        button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; }
        button.danger { border-color: var(--danger); color: var(--danger); }
        .actions { display: flex; flex-wrap: wrap; gap: var(--space-s); margin-bottom: var(--space-card); }
        .inline { display: inline-block; }
        .field { margin-bottom: var(--space-s); min-width: 0; }
        .field > label, legend { display: block; font-weight: 600; margin-bottom: var(--space-xs); padding: 0; }
        fieldset { border: 0; margin: 0 0 var(--space-s); padding: 0; min-width: 0; }
        input:not([type=checkbox], [type=radio]), select {
          width: 100%; min-height: var(--touch); padding: var(--space-s) var(--space-list); background: var(--card);
          border: 1px solid var(--field); border-radius: var(--radius);
        }
        .boxes { display: flex; flex-wrap: wrap; gap: 0 var(--space-card); }
        .box { display: flex; gap: var(--space-s); align-items: center; min-height: var(--touch); }
        .box input { width: 1.25rem; height: 1.25rem; accent-color: var(--accent); }
        .stats { display: flex; flex-wrap: wrap; gap: var(--space-card); margin: 0 0 var(--space-s); }
        .stats dt { color: var(--soft); }
        .stats dd { margin: 0; font-size: 1.25rem; font-weight: 600; }
        .eddington svg { display: block; }
        .eddington .track { stroke: var(--line); }
        .eddington text { fill: var(--ink); font-weight: 700; }
        .scroll { overflow-x: auto; margin-bottom: var(--space-card); }
        table { border-collapse: collapse; width: 100%; font-size: 0.875rem; }
        th, td { text-align: start; padding: var(--space-s) var(--space-xs); border-bottom: 1px solid var(--line); }

        """

    /// The colours of the design are the same in both schemes. Black has enough contrast to each of them.
    private static let badges: String = {
        let chip = """
            .chip { display: inline-block; padding: 0 var(--space-s); border-radius: 1rem; font-size: 0.875rem; font-weight: 600; color: #000000; }

            """
        return BadgeColour.allCases.reduce(into: chip) { text, colour in
            text += ".chip.\(colour.rawValue) { background: \(BadgeArt.hex(colour)); }\n"
        }
    }()

    /// The icon of the pages: a wheel.
    static let icon = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="12" fill="#0b57c2"/>\
        <circle cx="32" cy="32" r="20" fill="none" stroke="#ffffff" stroke-width="4"/>\
        <path d="M12 32h40M32 12v40M18 18l28 28M46 18L18 46" stroke="#ffffff" stroke-width="1.5"/>\
        <circle cx="32" cy="32" r="4" fill="#ff9500"/></svg>

        """
}
