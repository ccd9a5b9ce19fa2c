import PageParts
import Presentation
import TeamAshaApp

/// WelcomeView: the demo login.
@MainActor enum WelcomePage {
    /// Returns the page.
    ///
    /// - Parameter model: The welcome screen of the browser's session; `nil` before its first form.
    static func page(_ model: WelcomeViewModel?) -> ClubPage {
        let notice = model?.notice.map { notice -> Markup in "<p class=\"notice\" role=\"status\">\(notice)</p>" }
        let failure = model?.failure.map { failure -> Markup in
            "<p class=\"problem\" role=\"alert\" id=\"email-problem\">\(failure.message)</p>"
        }
        let invalid: Markup = failure == nil ? "" : " aria-invalid=\"true\" aria-describedby=\"email-problem\""
        return ClubPage(
            "Team Asha", tab: nil, isSignedIn: false,
            """
            \(notice)
            <p>The club of riders who like long distances. Its server is a sandbox with invented riders.</p>
            <form method="post" action="/sign-in" class="card">
            <div class="field"><label for="email">Email of a demo rider</label>
            <p class="meta" id="email-hint">Such as maya@example.org. The given name selects the rider.</p>
            <input type="email" id="email" name="email" value=\(model?.email ?? "") maxlength="320" \
            autocomplete="email" required\(invalid)>
            \(failure)
            </div>
            <button class="primary">Demo login</button>
            </form>
            """)
    }
}
