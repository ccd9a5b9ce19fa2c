import Auth
import Foundation
import Networking
import NetworkingTesting
import OrbitApp
import OrbitBackend
import OrbitModels
import Presentation
import Profiles
import Testing
import TimeAndChance

/// A backend in process, and a device with the app for each person who joins.
@MainActor final class SmallCampus {
    let clock = VirtualClock()
    let backend: OrbitBackend
    private var deviceCount: UInt64 = 0

    init() {
        backend = OrbitBackend(
            store: MemoryStore(), time: clock, random: .seeded(1), configuration: .demonstration())
    }

    /// Signs somebody in on a device of their own, with a complete profile.
    ///
    /// - Parameters:
    ///   - intercept: answers in the backend's place, where it answers at all.
    ///   - change: made to the profile before it is saved.
    func join(
        _ name: String, intercept: @escaping InterceptedTransport.Intercept = { _ in nil },
        change: (inout Profile) -> Void = { _ in }
    ) async throws -> AppModel {
        let app = try await signIn(name, intercept: intercept)
        if app.route == .profileSetup {
            var profile = Profile(
                name: name.capitalized, birthMonth: BirthMonth("2006-03"),
                location: Location(city: "Ithaca"), interests: ["music", "travel", "gaming"].map { Interest($0) })
            profile.socialPreferences = SocialPreferences(
                groupSize: .small, meetingFrequency: .weekly, preferredTimes: [.evenings])
            change(&profile)
            app.profile.draft = profile
            await app.saveProfile()
        }
        #expect(app.route == .home)
        return app
    }

    /// Another device of the same person, if they have joined.
    func signIn(
        _ name: String, intercept: @escaping InterceptedTransport.Intercept = { _ in nil }
    ) async throws -> AppModel {
        // No two devices draw the same numbers, and no address is sent two codes in one minute.
        deviceCount += 1
        clock.advance(by: .seconds(60))
        let app = AppModel(
            AppEnvironment(
                server: try ServerAddress("https://orbit.example/api"),
                transport: InterceptedTransport(transport: InProcessTransport(backend), intercept: intercept),
                tokens: MemoryTokenStore(), registry: CampusSeed.registry, zone: CampusSeed.timeZone, time: clock,
                random: .seeded(1 + deviceCount)))
        await app.launch()
        await signIn(name, on: app)
        return app
    }

    /// Signs somebody in on a device that asks for it.
    func signIn(_ name: String, on app: AppModel) async {
        app.auth.email = "\(name)@orbit.example"
        await app.auth.sendCode()
        app.auth.verificationCode = "123456"
        await app.verifyCode()
    }
}

extension AppModel {
    var ownID: UserID { get throws { try #require(profile.saved.value?.userID) } }
}

struct InterceptedTransport: HTTPTransport {
    typealias Intercept = @Sendable (HTTPRequest) async -> HTTPResponse?

    let transport: InProcessTransport
    let intercept: Intercept

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        if let answer = await intercept(request) { return answer }
        return try await transport.send(request)
    }
}
