import ArgumentParser
import Auth
import Connections
import Foundation
import Networking
import NetworkingTesting
import OrbitApp
import OrbitDemo
import OrbitModels
import Presentation
import Profiles
import TimeAndChance

/// The device of the poked person. It reports when it is live, and when each poke is shown.
struct LiveReceiver: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "live-receiver", shouldDisplay: false)

    @Argument var port: UInt16
    @Argument var email: String

    @MainActor func run() async throws {
        let user = try await signedIn(email, port: port)
        await user.pokes.incoming.load()
        await waitUntil { user.connection == .live }
        var known = Set(user.pokes.incoming.known.map(\.id))
        report("live")
        while true {
            await waitUntil { user.pokes.incoming.known.contains { !known.contains($0.id) } }
            let now = millisecondsSince1970()
            for poke in user.pokes.incoming.known where known.insert(poke.id).inserted {
                report("shown \(poke.person.id) \(now)")
            }
        }
    }
}

/// The devices of the people who poke, one after the other.
struct LiveSender: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "live-sender", shouldDisplay: false)

    @Argument var port: UInt16
    @Argument var receiver: String
    @Argument var emails: [String]

    @MainActor func run() async throws {
        for email in emails {
            let user = try await signedIn(email, port: port)
            guard let own = user.profile.saved.value?.userID else { throw UnexpectedInput("\(email) has no profile.") }
            let sheet = user.sheet(of: UserID(receiver))
            await sheet.load()
            let start = millisecondsSince1970()
            let outcome = await sheet.connect()
            guard outcome == .done else { throw UnexpectedInput("\(email) cannot poke: \(outcome), \(sheet.action)") }
            report("sent \(own) \(start)")
            _ = readLine()
        }
    }
}

/// Returns the time of the clock that all processes of a machine share.
private func millisecondsSince1970() -> Double {
    SystemClock().date.timeIntervalSince1970 * 1e3
}

private func report(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}

@MainActor private func signedIn(_ email: String, port: UInt16) async throws -> SignedInUser {
    let app = AppModel(
        AppEnvironment(
            server: try ServerAddress("http://127.0.0.1:\(port)/api"), transport: SystemTransport(),
            tokens: MemoryTokenStore(), registry: CampusSeed.registry, zone: CampusSeed.timeZone))
    await app.launch()
    app.auth.email = email
    await app.auth.sendCode()
    app.auth.verificationCode = "123456"
    await app.verifyCode()
    guard app.route == .home, let user = app.user else { throw UnexpectedInput("\(email) cannot sign in.") }
    return user
}
