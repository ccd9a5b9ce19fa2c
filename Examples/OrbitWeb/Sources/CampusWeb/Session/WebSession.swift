import Auth
import Foundation
import Networking
import Observation
import OrbitApp
import OrbitModels
import TimeAndChance
import Validation

/// The session of a browser: the app of its user, and the state between its requests.
@MainActor @Observable final class WebSession {
    /// The app. A change of the language replaces it.
    private(set) var app: AppModel
    /// The language of all texts.
    private(set) var language: PageLanguage
    /// The sentence above the next page at a path. A form names the path, so the number of sentences is limited.
    var notices: [String: PageNotice] = [:] {
        didSet { if notices.count > Self.maxNotices { notices = notices.filter { oldValue[$0.key] == nil } } }
    }
    /// The secret that the forms of the present sign-in contain. A form of an earlier sign-in has another secret.
    private(set) var formSecret: String
    /// The words of ``language``.
    private(set) var catalogue: MessageCatalogue
    private(set) var dates: Dates

    private static let maxNotices = 32

    let settings: WebSettings
    /// The address of the browser.
    @ObservationIgnored let address: BrowserAddress
    /// The tokens of the user, which outlive the models.
    @ObservationIgnored let tokens: MemoryTokenStore
    /// The value of the cookie. It changes with the user.
    @ObservationIgnored private(set) var id: String
    /// The user for whom the id was made; `nil` for an id without a user.
    @ObservationIgnored private(set) var idOwner: UserID?
    /// Whether the id was made for a person with a suspended account.
    @ObservationIgnored private var idIsSuspended = false
    /// The uptime of the latest request.
    @ObservationIgnored var lastUse: Duration
    /// The models of single subjects that pages of this session show.
    @ObservationIgnored let models = KeptModels()
    /// The forms that were performed.
    @ObservationIgnored var repetitions = RepetitionGuard()
    /// The regions that the tabs of the browser show.
    @ObservationIgnored let shown: ShownRegions
    /// The open stream; `nil` without an open tab.
    @ObservationIgnored var stream: PageStream?
    /// The user of the models in ``models``.
    @ObservationIgnored private var owner: SignedInUser?

    /// Creates a session without a user, or with the user of the stored tokens. Call ``launch()`` next.
    init(
        id: String, of owner: UserID? = nil, tokens: MemoryTokenStore, language: PageLanguage,
        address: BrowserAddress, settings: WebSettings
    ) {
        (self.id, idOwner) = (id, owner)
        self.tokens = tokens
        self.language = language
        self.address = address
        self.settings = settings
        lastUse = settings.time.uptime
        formSecret = settings.newSecret()
        shown = ShownRegions(random: settings.random)
        catalogue = language.catalogue
        dates = Dates(language: language, zone: settings.zone)
        app = AppModel(Self.environment(tokens, language.catalogue, address, settings))
    }

    /// Restores the session of the tokens.
    func launch() async { await app.launch() }

    /// Shows all texts in another language. The app is created again over the same tokens, because its texts belong to
    /// it. The unsent messages belong to it as well, so they are sent first.
    ///
    /// - Parameters:
    ///   - language: The language.
    ///   - limit: The maximum time to send the unsent messages.
    /// - Returns: Whether the session has the language. It keeps its language during a sign-in, and while messages are
    ///   unsent.
    func use(_ language: PageLanguage, within limit: Duration) async -> Bool {
        guard language != self.language else { return true }
        // The new app would not get the user of a sign-in in progress.
        guard !app.auth.isLoading, isSignedIn || app.auth.authState != .authenticated else { return false }
        if let unsent = app.user?.unsent, unsent.count > 0 {
            guard limit > .zero, await unsent.send(within: limit) == 0 else { return false }
        }
        models.removeAll()
        self.language = language
        catalogue = language.catalogue
        dates = Dates(language: language, zone: settings.zone)
        app = AppModel(Self.environment(tokens, language.catalogue, address, settings))
        await app.launch()
        return true
    }

    /// Waits until the models have noted the end of the session, if the server has ended it. They note it a moment after
    /// the response that has ended it.
    func noteEnd() async {
        guard let user = app.user, case .signedOut = await app.session.state, app.user === user else { return }
        for await route in app.routes() where route == .auth { break }
    }

    /// Whether a user is signed in.
    var isSignedIn: Bool { app.user != nil }

    /// Whether pages show the content of one person: of a user, or of a person with a suspended account.
    var isPersonal: Bool { isSignedIn || app.suspension != nil }

    /// Whether no user is signed in or about to be restored.
    var isStranger: Bool { app.user == nil && idOwner == nil }

    /// Whether a code was requested and can still be typed. A failed form does not count.
    var isSigningIn: Bool {
        isStranger && (app.auth.isLoading || app.auth.authState == .verification && !app.auth.isCodeExpired)
    }

    /// Whether the id was made for another person, or for no person. A user who is being restored has not changed.
    var needsNewID: Bool {
        (idOwner != userID || idIsSuspended != (app.suspension != nil)) && (isSignedIn || app.route == .auth)
    }

    private var userID: UserID? {
        guard isSignedIn, case .signedIn(let user, _) = app.sessionState else { return nil }
        return user
    }

    /// Whether a person has signed in, and the id is still that of the time before.
    var awaitsNewID: Bool { isPersonal && needsNewID }

    /// Replaces the id. Only the store calls it, because it finds sessions by their ids.
    func renewID() { (id, idOwner, idIsSuspended) = (settings.newSecret(), userID, app.suspension != nil) }

    /// Releases the state of the previous user if the models of the user have changed.
    ///
    /// - Returns: Whether they have changed. After a change of the language, they can belong to the same user.
    @discardableResult func noteUser() -> Bool {
        guard app.user !== owner else { return false }
        owner = app.user
        models.removeAll()
        // A failure of the sign-out is shown with the next sign-in.
        notices = notices.filter { $0.key == "/sign-in" }
        repetitions = RepetitionGuard()
        shown.removeAll()
        formSecret = settings.newSecret()
        stream?.end()
        return true
    }

    /// Continues the forms of a session whose models were released, so that a form of that time is accepted.
    func continueForms(_ secret: String, _ repetitions: RepetitionGuard) {
        (formSecret, self.repetitions) = (secret, repetitions)
    }

    /// Returns and removes the sentence above a page.
    func takeNotice(at path: String) -> PageNotice? { notices.removeValue(forKey: path) }

    private static func environment(
        _ tokens: MemoryTokenStore, _ catalogue: MessageCatalogue, _ address: BrowserAddress, _ settings: WebSettings
    ) -> AppEnvironment {
        AppEnvironment(
            server: settings.server, transport: settings.transport(address), tokens: tokens,
            registry: settings.registry, zone: settings.zone, catalogue: catalogue,
            deviceZone: { [zone = settings.zone] in zone }, time: settings.time, random: settings.random)
    }
}

extension WebSettings {
    /// Returns a random text of 256 bits for a session id or a form.
    func newSecret() -> String {
        let digits = Array("0123456789abcdef")
        return random.bytes(32).reduce(into: "") { text, byte in
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
    }
}
