import PageParts

/// The parts of every page around its content.
enum ClubFrame {
    /// Returns a whole document.
    static func page(_ page: ClubPage) -> Markup {
        let tabs: Markup = page.isSignedIn ? navigation(page.tab) : ""
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(page.title) – Team Asha</title>
            <link rel="stylesheet" href="/style.css">
            <link rel="icon" href="/icon.svg" type="image/svg+xml">
            </head>
            <body>
            <a class="skip" href="#main">Skip to the content</a>
            \(tabs)
            <main id="main">
            <h1>\(name: page.title)</h1>
            \(page.content)
            </main>
            </body>
            </html>

            """
    }

    private static func navigation(_ current: ClubTab?) -> Markup {
        let items = ClubTab.allCases.map { tab -> Markup in
            let state: Markup = tab == current ? " aria-current=\"page\"" : ""
            return "<li><a href=\(tab.path)\(state)>\(tab.title)</a></li>"
        }
        return "<nav class=\"tabs\" aria-label=\"Pages\"><ul>\(items)</ul></nav>"
    }
}
