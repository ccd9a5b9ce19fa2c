import PageParts
import Presentation
import Randonneuring
import TeamAshaApp

/// The front end: turns each request of a browser into a page or a redirect.
///
/// All sessions share the main actor, because their models belong to it.
@MainActor public final class ClubSite {
    /// The seconds after which a browser tries again if riders use all sessions.
    private static let retryAfter = 60

    let sessions: ClubSessions

    /// Creates a front end without sessions.
    public init(settings: ClubSettings) { sessions = ClubSessions(settings: settings) }

    /// Responds to a request for a page or a form.
    func respond(to request: ClubRequest) async -> ClubResponse {
        let session = sessions.session(request.sessionID)
        await session?.settle()
        switch request.method {
        case .get: return await show(request, in: session)
        case .post: return await perform(request, in: session)
        }
    }

    // MARK: Pages

    private func show(_ request: ClubRequest, in session: ClubSession?) async -> ClubResponse {
        guard let path = ClubPath(request.path) else { return Self.notFound(session?.app.club) }
        guard let session, let club = session.app.club else {
            guard path == .signIn else { return .redirect(to: "/sign-in") }
            return ClubResponse(html: ClubFrame.page(WelcomePage.page(session?.app.welcome)))
        }
        switch path {
        case .home, .signIn: return .redirect(to: "/dashboard")
        case .stillThere: return StillTherePage.response(session, from: request.query.value("from"))
        default: break
        }
        session.noteInteraction()
        let visit = ClubVisit(club: club, query: request.query, target: request.target, now: session.app.clock.now)
        let page = await Self.page(at: path, visit)
        // The load may have ended the session.
        guard session.app.club === club else { return .redirect(to: "/sign-in") }
        guard let page else { return Self.notFound(club) }
        var response = ClubResponse(html: ClubFrame.page(page))
        // A second more, so that the warning has begun.
        response.refresh = (
            session.secondsUntilWarning + 1, PagePath.to(["still-there"], query: [("from", request.target)])
        )
        return response
    }

    private static func page(at path: ClubPath, _ visit: ClubVisit) async -> ClubPage? {
        switch path {
        case .dashboard: await DashboardPage.page(visit)
        case .rides: await RidesPage.page(visit)
        case .brevets: await BrevetListPage.page(visit)
        case .brevet(let id): await BrevetDetailPage.page(id, visit)
        case .calculator: CalculatorPage.page(visit)
        case .leaderboard: await LeaderboardPage.page(visit)
        case .rider(let id): await RiderDetailPage.page(id, visit)
        case .settings: ClubSettingsPage.page(visit)
        case .home, .signIn, .stillThere: nil
        }
    }

    private static func notFound(_ club: SignedInClub?) -> ClubResponse {
        let content: Markup = "<p>The address has no page.</p><p><a class=\"button\" href=\"/\">To the start</a></p>"
        let page = ClubPage("Not found", tab: nil, isSignedIn: club != nil, content)
        return ClubResponse(status: 404, html: ClubFrame.page(page))
    }

    // MARK: Forms

    private func perform(_ request: ClubRequest, in session: ClubSession?) async -> ClubResponse {
        if request.path == "/sign-in" { return await signIn(request, in: session) }
        guard ["/sign-out", "/stay", "/sync", "/refresh", "/unit"].contains(request.path) else {
            return Self.notFound(session?.app.club)
        }
        guard let session, let club = session.app.club else { return .redirect(to: "/sign-in") }
        session.noteInteraction()
        switch request.path {
        case "/sign-out":
            await session.app.signOut()
            sessions.renew(session)
            var response = ClubResponse.redirect(to: "/sign-in")
            response.newSessionID = session.id
            return response
        case "/sync":
            await club.profile.appear()
            await club.profile.syncStrava()
        case "/refresh": await refresh(request.back, club)
        case "/unit":
            if let unit = DistanceUnit(rawValue: request.form["unit"]) { await club.settings.setUnit(unit) }
        default: break
        }
        return .redirect(to: request.back)
    }

    /// Asks the server for changed data of a page.
    private func refresh(_ path: String, _ club: SignedInClub) async {
        switch ClubPath(String(path.prefix { $0 != "?" })) {
        case .brevets: await club.brevets.refresh()
        case .leaderboard: await club.riders.refresh()
        case .rides: await club.profile.refresh()
        case .dashboard:
            await club.profile.refresh()
            await club.brevets.refresh()
        default: break
        }
    }

    private func signIn(_ request: ClubRequest, in known: ClubSession?) async -> ClubResponse {
        let session: ClubSession
        if let known {
            session = known
        } else {
            do throws(ClubSessions.Full) {
                session = try await sessions.makeSession()
            } catch {
                let content: Markup = "<p>Many riders use the club now. Try again in a minute.</p>"
                let page = ClubPage("One moment", tab: nil, isSignedIn: false, content)
                return ClubResponse(status: 503, html: ClubFrame.page(page), retryAfter: Self.retryAfter)
            }
        }
        guard session.app.club == nil else { return .redirect(to: "/dashboard") }
        session.app.welcome.email = String(request.form["email"].prefix(320))
        await session.app.welcome.demoLogin()
        var response = ClubResponse.redirect(to: session.app.club == nil ? "/sign-in" : "/dashboard")
        if session.app.club != nil {
            session.noteInteraction()
            sessions.renew(session)
        }
        response.newSessionID = session.id
        return response
    }
}
