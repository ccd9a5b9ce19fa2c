import PageParts
import TeamAshaApp

/// The warning before the automatic logout.
///
/// A browser replaces every page by this page when the warning begins, with the header field `Refresh`. It needs no
/// script. This page does not count as a request by the rider. It also replaces itself when the time has passed, and
/// then leads to the sign-in.
@MainActor enum StillTherePage {
    /// Returns the response.
    ///
    /// - Parameters:
    ///   - session: The session of a signed-in rider.
    ///   - from: The path of the page that this page replaces.
    static func response(_ session: ClubSession, from: String?) -> ClubResponse {
        let back = PagePath.local(from) ?? "/dashboard"
        let sentence: String
        let seconds: Int
        switch session.app.inactivity.state {
        case .off, .expired: return .redirect(to: "/sign-in")
        case .active:
            // The rider uses another window of the browser.
            sentence = "You are signed in."
            seconds = session.secondsUntilWarning
        case .warning(let left):
            seconds = ClubSession.wholeSeconds(left)
            sentence = "You will be signed out in \(seconds) s."
        }
        let page = ClubPage(
            "Are you still there?", tab: nil,
            """
            <p class="notice" role="alert">\(sentence)</p>
            \(PageBlocks.button("Stay signed in", "/stay", from: back, style: "primary"))
            """)
        var response = ClubResponse(html: ClubFrame.page(page))
        response.refresh = (seconds + 1, PagePath.to(["still-there"], query: [("from", back)]))
        return response
    }
}
