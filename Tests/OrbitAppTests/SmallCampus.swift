import Auth
import BackendRuntime
import Connections
import DurableFiles
import Foundation
import Networking
import NetworkingTesting
import NotificationScheduling
import OrbitApp
import OrbitBackend
import OrbitDemo
import OrbitModels
import OrbitStore
import Presentation
import Profiles
import Testing
import TimeAndChance
import Validation

/// A backend in process, and a device with the app for each person who joins.
///
/// The clock passes short pauses by itself: the delay before a reload of a list, and the wait before a reconnect of a
/// stream. It does not pass heartbeats and their time limits, because they are longer.
@MainActor final class SmallCampus {
    let clock: VirtualClock
    let backend: OrbitBackend
    /// The travel times of devices that are created from now on.
    var travelTime: @Sendable (MeetupPlan) async -> Duration? = { _ in nil }
    /// The texts of devices that are created from now on.
    var catalogue = MessageCatalogue.app
    /// The features of devices that are created from now on.
    var features = AppFeatures.app
    private var deviceCount: UInt64 = 0
    private var lastCodes: [String: Date] = [:]
    private let received = LockedState<[String: [Data]]>([:])
    private let streams = LockedState<[String: [CuttableStream]]>([:])

    /// - Parameters:
    ///   - clock: A clock; for tests of exact times, a clock that does not advance by itself.
    ///   - moderators: The addresses of the people who decide reports.
    ///   - configure: Changes the configuration of the backend.
    init(
        clock: VirtualClock = .selfAdvancing(upTo: .seconds(5)), moderators: [EmailAddress] = [],
        configure: (inout OrbitBackend.Configuration) -> Void = { _ in }
    ) {
        self.clock = clock
        var configuration = OrbitBackend.Configuration.demonstration()
        configuration.moderators = moderators
        configure(&configuration)
        backend = OrbitBackend(
            store: MemoryStore(), time: clock, random: .seeded(1), configuration: configuration)
    }

    /// Signs a person in on a device of their own, with a complete profile.
    ///
    /// - Parameters:
    ///   - intercept: Returns a response in place of the backend's; `nil` forwards the request.
    ///   - notifications: The notification centre of the device.
    ///   - tokens: The store of the session.
    ///   - change: Changes the profile before it is saved.
    func join(
        _ name: String, intercept: @escaping InterceptedTransport.Intercept = { _ in nil },
        directory: PrivateDirectory? = nil,
        notifications: any NotificationCentre = InMemoryNotificationCentre(),
        tokens: MemoryTokenStore = MemoryTokenStore(), change: (inout Profile) -> Void = { _ in }
    ) async throws -> SignedInDevice {
        let device = try await signIn(
            name, intercept: intercept, directory: directory, notifications: notifications, tokens: tokens)
        if device.app.route == .profileSetup {
            var profile = Self.profile(of: name)
            change(&profile)
            device.user.profile.draft = profile
            await device.app.saveProfile()
        }
        #expect(device.app.route == .home)
        return device
    }

    /// Returns a complete profile.
    static func profile(of name: String) -> Profile {
        var profile = Profile(
            name: name.capitalized, birthMonth: BirthMonth("2006-03"),
            location: Location(city: "Ithaca"), interests: ["music", "travel", "gaming"].map { Interest($0) })
        profile.socialPreferences = SocialPreferences(
            groupSize: .small, meetingFrequency: .weekly, preferredTimes: [.evenings])
        return profile
    }

    /// Signs a person in on another device. A person who has not joined before gets a new account without a profile.
    func signIn(
        _ name: String, intercept: @escaping InterceptedTransport.Intercept = { _ in nil },
        directory: PrivateDirectory? = nil,
        notifications: any NotificationCentre = InMemoryNotificationCentre(),
        tokens: MemoryTokenStore = MemoryTokenStore()
    ) async throws -> SignedInDevice {
        let app = try device(
            of: name, intercept: intercept, directory: directory, notifications: notifications, tokens: tokens)
        await app.launch()
        await signIn(name, on: app)
        return SignedInDevice(app: app, user: try #require(app.user))
    }

    /// Creates the app on a device of a person, before its launch. With the token store of an earlier device, the app
    /// behaves like that device after a restart.
    func device(
        of name: String, intercept: @escaping InterceptedTransport.Intercept = { _ in nil },
        directory: PrivateDirectory? = nil,
        notifications: any NotificationCentre = InMemoryNotificationCentre(),
        tokens: MemoryTokenStore = MemoryTokenStore()
    ) throws -> AppModel {
        deviceCount += 1  // no two devices draw the same numbers
        return AppModel(
            AppEnvironment(
                server: try ServerAddress("https://orbit.example/api"),
                transport: InterceptedTransport(
                    transport: InProcessTransport(backend), intercept: intercept,
                    record: { [received] bytes in received.withLock { $0[name, default: []].append(bytes) } },
                    opened: { [streams] stream in streams.withLock { $0[name, default: []].append(stream) } }),
                tokens: tokens, directory: directory, registry: CampusSeed.registry, zone: CampusSeed.timeZone,
                catalogue: catalogue, notifications: notifications, deviceZone: { CampusSeed.timeZone },
                travelTime: travelTime, time: clock,
                random: .seeded(1 + deviceCount)),
            features: features)
    }

    /// Returns all bodies that a person's devices have received from the backend, in order.
    func received(by name: String) -> [Data] { received.withLock { $0[name] ?? [] } }

    /// Ends all open event streams of a person's devices, as a lost connection does.
    func cutStreams(of name: String) {
        for stream in streams.withLock({ $0.removeValue(forKey: name) ?? [] }) { stream.cut() }
    }

    /// Advances the clock to the next attempt to connect, repeatedly until an attempt succeeds.
    func reconnect(_ user: SignedInUser) async {
        while user.connection != .live {
            let state = user.connection
            if case .waiting(let end) = state {
                clock.advance(by: .seconds(max(0, end.timeIntervalSince(clock.date)) + 1))
            }
            await waitUntil { user.connection != state }
        }
    }

    /// Signs a person in on a device at the sign-in screen.
    func signIn(_ name: String, on app: AppModel) async {
        // An address receives at most one code per minute.
        if let last = lastCodes[name], clock.date < last + 60 { clock.advance(by: .seconds(60)) }
        lastCodes[name] = clock.date
        app.auth.email = "\(name)@orbit.example"
        await app.auth.sendCode()
        app.auth.verificationCode = "123456"
        await app.verifyCode()
    }
}

/// A device with the app, and the user who has signed in on it.
@MainActor struct SignedInDevice {
    let app: AppModel
    /// The user of the first sign-in. After a sign-out the app has another user or `nil`.
    let user: SignedInUser

    /// Loads the match of the day. The first request on a campus starts the pairing, and the match then arrives as an
    /// event.
    func loadTodaysMatch() async {
        await user.today.load()
        await waitUntil { user.today.match.value?.matches.isEmpty == false }
    }
}

extension SignedInUser {
    var ownID: UserID { get throws { try #require(profile.saved.value?.userID) } }
}

struct InterceptedTransport: HTTPTransport {
    typealias Intercept = @Sendable (HTTPRequest) async -> HTTPResponse?

    let transport: InProcessTransport
    let intercept: Intercept
    let record: @Sendable (Data) -> Void
    var opened: @Sendable (CuttableStream) -> Void = { _ in }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        if let response = await intercept(request) { return response }
        let response = try await transport.send(request)
        record(response.body)
        return response
    }

    func open(_ request: HTTPRequest) async throws(TransportError) -> HTTPStream {
        if let response = await intercept(request) {
            return HTTPStream(
                status: response.status, headers: response.headers, chunks: [response.body], then: .end)
        }
        let stream = try await transport.open(request)
        let cuttable = CuttableStream(stream)
        opened(cuttable)
        return HTTPStream(
            status: stream.status, headers: stream.headers,
            read: { () async throws(TransportError) in
                let bytes = try await cuttable.next()
                if let bytes { record(bytes) }
                return bytes
            }, close: stream.close)
    }

    /// A server that keeps logs, but sends no events.
    static let withoutEvents: Intercept = { $0.url.path().hasSuffix("/events") ? HTTPResponse(status: 404) : nil }
}
