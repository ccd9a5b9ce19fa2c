import Foundation
import OrbitApp
import PageParts
import Presentation
import Profiles
import TimeAndChance
import Validation

/// The front end: turns each request of a browser into a page, a redirect or a stream.
///
/// All sessions share the main actor, because their models belong to it.
@MainActor package final class WebSite {
    /// The seconds after which a browser tries again if all sessions are in use.
    nonisolated static let retryAfter = 5
    /// The maximum time to load the models of a page. It is longer than the deadline of a request to the server, so that the
    /// page shows why its first request has failed. Proxies usually wait 60 seconds for a page.
    nonisolated static let maxLoadTime = Duration.seconds(40)

    /// The form that begins a sign-in. It needs no secret, because its access is limited to people without a session.
    nonisolated private static let addressForm = "/sign-in/address"
    /// The form that signs in a person.
    nonisolated private static let codeForm = "/sign-in/code"

    let settings: WebSettings
    let site: SiteMap
    let sessions: SessionStore
    /// The responses of the forms that are being performed. An identical form gets the same response. After a second
    /// press of a button, the browser ignores the first response. That response can have the new id.
    private var inFlight: [FormInFlight: Task<PageResponse, Never>] = [:]

    private struct FormInFlight: Hashable {
        enum Sender: Hashable {
            case session(ObjectIdentifier)
            /// An id without a session, such as that of a session that was released.
            case released(String)
        }

        let sender: Sender
        /// The address of the browser. Another browser cannot get the response by a guess of the form.
        let address: String
        let path: String
        let form: FormFields

        init(_ request: PageRequest, from sender: Sender) {
            self.sender = sender
            (address, path, form) = (request.address, request.path, request.form)
        }
    }

    init(settings: WebSettings, site: SiteMap = .campus) {
        self.settings = settings
        self.site = site
        sessions = SessionStore(settings: settings)
    }

    /// Responds to a request for a page or a form.
    func respond(to request: PageRequest) async -> PageResponse {
        let language = PageLanguage(setting: request.language, accepted: request.acceptLanguage)
        do throws(SessionStore.Full) {
            switch request.method {
            case .get: return try await show(request, in: language)
            case .post: return try await perform(request, in: language)
            }
        } catch {
            return busy(language)
        }
    }

    /// Whether the browser of a request has a signed-in user.
    func hasUser(_ request: PageRequest) async -> Bool {
        // A session that cannot be restored now accepts no file.
        guard let session = try? await sessions.session(request.sessionID, at: request.address) else { return false }
        return session.isSignedIn
    }

    /// Opens the stream of a browser; `nil` without a user.
    func stream(for request: PageRequest) async -> PageStream? {
        // A browser whose session cannot be restored now tries again by itself.
        guard let session = try? await sessions.session(request.sessionID, at: request.address), session.isSignedIn,
            !sessions.isOutdated(request.sessionID)
        else { return nil }
        let last = request.lastEventID.flatMap { ShownRegions.Version($0) }
        let versions = request.query.values("since").map { ShownRegions.Version($0) }
        let tabs = request.query.values("page").enumerated().compactMap { index, page in
            PagePath.local(page).map {
                PageStream.Tab(path: $0, version: last ?? (versions.indices.contains(index) ? versions[index] : nil))
            }
        }
        return PageStream(of: session, tabs: tabs, site: site)
    }

    private func show(_ request: PageRequest, in language: PageLanguage) async throws(SessionStore.Full) -> PageResponse
    {
        if request.path == "/offline" { return .page(Frame.message(.offlineTitle, .offline, language: language)) }
        if let demonstration = settings.demonstration {
            // The first visit begins with the page that names the addresses and the code.
            if request.path == "/", request.sessionID == nil { return .redirect(to: "/demo") }
            if request.path == "/demo" {
                let dates = Dates(language: language, zone: settings.zone)
                return .page(DemoScreen.page(demonstration, language: language, dates: dates))
            }
        }
        // An address without a page creates no session, and neither does a file of a user.
        let isPage = request.path == "/" || site.page(at: request.path) != nil
        guard isPage || UserFiles.has(request.path) else { return notFound(language) }
        let known = try await sessions.session(request.sessionID, at: request.address)
        if sessions.isOutdated(request.sessionID) { return oneMoment(language) }
        guard isPage || known != nil else { return notFound(language) }
        let session: WebSession
        if let known {
            session = known
            if session.language != language { _ = await session.use(language, within: .zero) }
        } else {
            session = try await sessions.makeSession(language: language, at: request.address)
        }
        if [.launching, .arriving, .locked].contains(session.app.route) { await session.app.retry() }
        // Before the page, because a new user gets another secret for forms, and other models.
        session.noteUser()
        // Another request may have signed in a person since, also while the page loads.
        if hasOther(session, than: request.sessionID) { return oneMoment(language) }
        var response = await page(request, in: session)
        session.noteUser()
        if hasOther(session, than: request.sessionID) { return oneMoment(language) }
        // The id after a sign-in is only in the response to its form.
        if !session.isPersonal { renewIfNeeded(session, &response) }
        guard known == nil else { return response }
        // The browser may have signed in since, and then has another id.
        if sessions.isOutdated(request.sessionID) { return oneMoment(language) }
        response.newSessionID = session.id
        if sessions.isRetired(request.sessionID) { response.clearCache() }
        return response
    }

    /// Whether a session belongs to a person, and the id of a request is not the id of that person.
    private func hasOther(_ session: WebSession, than id: String?) -> Bool {
        session.awaitsNewID || session.isPersonal && id != session.id
    }

    private func page(_ request: PageRequest, in session: WebSession) async -> PageResponse {
        if let file = await UserFiles.response(to: request.path, in: session) {
            // A browser would download an empty response without a type.
            return file.status == 404 ? notFound(session.language) : file
        }
        let path = request.path + (request.query.text.isEmpty ? "" : "?\(request.query.text)")
        guard request.path != "/", let (page, parameters) = site.page(at: request.path) else {
            if request.path == "/" { return .redirect(to: session.home) }
            return notFound(session.language)
        }
        guard session.allows(page.access) else { return .redirect(to: session.home(after: path)) }
        let visit = PageVisit(session: session, path: path, parameters: parameters, query: request.query)
        let user = session.app.user
        let other = await load(page, visit)
        await session.noteEnd()
        guard session.app.user === user else {
            // The load has created models of another user.
            session.models.removeAll()
            return .redirect(to: session.home)
        }
        if let other { return .redirect(to: other) }
        // The load may have ended the session.
        guard session.allows(page.access) else { return .redirect(to: session.home) }
        let response = PageResponse.page(Frame.page(page.screen(visit), visit))
        page.noteShown(visit)
        return response
    }

    /// Loads the models of a page, within the limit. The page then shows what is loaded.
    private func load(_ page: SitePage, _ visit: PageVisit) async -> String? {
        let loads = Task { await page.load(visit) }
        let limit = Task { [time = settings.time] in
            do { try await time.sleep(for: Self.maxLoadTime) } catch { return }
            loads.cancel()
        }
        defer { limit.cancel() }
        return await withTaskCancellationHandler {
            await loads.value
        } onCancel: {
            loads.cancel()
        }
    }

    private func perform(
        _ request: PageRequest, in language: PageLanguage
    ) async throws(SessionStore.Full) -> PageResponse {
        if let demonstration = settings.demonstration, let response = await demonstration.perform(request) {
            return response
        }
        guard let session = try await sessions.session(request.sessionID, at: request.address) else {
            if sessions.isOutdated(request.sessionID) { return oldPage(language) }
            if let id = request.sessionID, let response = await beginSignIn(request, after: id, in: language) {
                return response
            }
            let (title, text): (PageWord, PageWord) =
                request.sessionID == nil ? (.cookiesTitle, .cookies) : (.endedTitle, .ended)
            return .page(Frame.message(title, text, language: language, link: ("/", .toStart)), status: 400)
        }
        let key = FormInFlight(request, from: .session(ObjectIdentifier(session)))
        // Before all checks, which the first form has passed. It can have changed the user since.
        if let first = inFlight[key] { return await first.value }
        guard let (action, parameters) = site.action(at: request.path) else { return notFound(session.language) }
        guard session.allows(action.access) else { return .redirect(to: session.home) }
        // The form with the address may be from a session without a user that another tab has replaced.
        let hasSecret = request.form["as"] == session.formSecret || request.path == Self.addressForm
        guard hasSecret, !sessions.isOutdated(request.sessionID) else {
            return oldPage(session.language)
        }
        // Another form with a code could see the sign-in of the first, and get the id of its user.
        if request.path == Self.codeForm,
            inFlight.keys.contains(where: { $0.sender == key.sender && $0.path == Self.codeForm })
        {
            return oldPage(session.language)
        }
        let visit = PageVisit(
            session: session, path: request.path, parameters: parameters, query: request.query, form: request.form)
        guard session.repetitions.admit(request.path, request.form) else { return .redirect(to: visit.back) }
        return await share(key) { [self] in await perform(action, visit, in: language) }
    }

    private func perform(_ action: FormAction, _ visit: PageVisit, in language: PageLanguage) async -> PageResponse {
        let session = visit.session
        // Another form may have signed in a person since the form was checked.
        guard session.allows(action.access), !session.awaitsNewID else { return oldPage(language) }
        let user = session.app.user
        let next = await action.perform(visit)
        await session.noteEnd()
        if session.app.user !== user { session.models.removeAll() }
        var response = PageResponse.redirect(to: PagePath.local(next) ?? "/")
        session.noteUser()
        // Another form of the session may have signed in a person. Only its response has the id of that person.
        if session.awaitsNewID, visit.path != Self.codeForm { return oldPage(language) }
        renewIfNeeded(session, &response)
        if session.language != language { response.newLanguage = session.language.rawValue }
        return response
    }

    /// Performs the form with the address for a person whose session was released while they typed; `nil` for any other
    /// form. Without a signed-in user, the form needs no secret.
    private func beginSignIn(
        _ request: PageRequest, after id: String, in language: PageLanguage
    ) async -> PageResponse? {
        guard request.path == Self.addressForm, let (action, parameters) = site.action(at: request.path) else {
            return nil
        }
        let key = FormInFlight(request, from: .released(id))
        if let first = inFlight[key] { return await first.value }
        return await share(key) { [self] in
            guard let session = try? await sessions.makeSession(language: language, at: request.address) else {
                return busy(language)
            }
            let visit = PageVisit(
                session: session, path: request.path, parameters: parameters, query: request.query, form: request.form)
            var response = await perform(action, visit, in: language)
            response.newSessionID = session.id
            return response
        }
    }

    /// Performs a form. Identical forms that arrive meanwhile get the same response.
    private func share(
        _ key: FormInFlight, _ perform: @escaping @MainActor () async -> PageResponse
    ) async -> PageResponse {
        let response = Task { await perform() }
        inFlight[key] = response
        defer { inFlight[key] = nil }
        return await response.value
    }

    /// Gives the session another id if its user has changed.
    private func renewIfNeeded(_ session: WebSession, _ response: inout PageResponse) {
        guard session.needsNewID else { return }
        sessions.renew(session)
        response.newSessionID = session.id
        // The next user of the browser must not see photos from its cache.
        if !session.isSignedIn { response.clearCache() }
    }

    /// The page for a person whose id is being replaced. It has no cookie, because another response has the new id. It
    /// shows nothing of the user, because the old id may have been planted.
    private func oneMoment(_ language: PageLanguage) -> PageResponse {
        var response = PageResponse.page(Frame.message(.oneMomentTitle, .oneMoment, language: language))
        response.headers.append(("refresh", "1"))
        return response
    }

    private func busy(_ language: PageLanguage) -> PageResponse {
        var response = PageResponse.page(Frame.message(.busyTitle, .busy, language: language), status: 503)
        response.headers.append(("retry-after", String(Self.retryAfter)))
        return response
    }

    private func oldPage(_ language: PageLanguage) -> PageResponse {
        .page(Frame.message(.oldPageTitle, .oldPage, language: language, link: ("/", .toStart)), status: 409)
    }

    private func notFound(_ language: PageLanguage) -> PageResponse {
        .page(Frame.message(.notFoundTitle, .notFound, language: language, link: ("/", .toStart)), status: 404)
    }
}

extension WebSession {
    /// The page that belongs to the route of the app.
    var home: String {
        switch app.route {
        case .auth: app.suspension == nil ? "/sign-in" : "/suspension"
        case .profileSetup: "/profile/edit/\(app.user?.profile.step.rawValue ?? "basic_info")"
        case .home, .profileEdit: "/discover"
        case .launching, .arriving, .locked: "/waiting"
        }
    }

    /// Returns ``home``, from which a sign-in leads to a page.
    func home(after path: String) -> String {
        guard app.route == .auth, app.suspension == nil, path != "/discover" else { return home }
        return PagePath.to(["sign-in"], query: [("next", path)])
    }
}

extension PageResponse {
    /// Lets the browser delete its cache, which has photos of the previous user.
    fileprivate mutating func clearCache() { headers.append(("clear-site-data", "\"cache\"")) }
}

extension FormFields {
    /// The fields as the query of a path.
    var text: String {
        fields.map { "\(PagePath.encoded($0.name))=\(PagePath.encoded($0.value))" }.joined(separator: "&")
    }
}
