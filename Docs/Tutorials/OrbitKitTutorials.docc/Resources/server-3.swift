import Auth
import BackendRuntime
import Foundation
import Networking
import NetworkingTesting
import OrbitBackend
import OrbitModels
import OrbitStore
import Validation

@main struct CampusServer {
    static func main() async throws {
        let mail = Mailbox()
        let backend = OrbitBackend(store: MemoryStore(), random: .seeded(7), configuration: try campus(mail: mail))

        let host = try LoopbackHost(serving: InProcessTransport(backend))
        let server = try ServerAddress("http://127.0.0.1:\(host.port)/api")
        let client = APIClient(server: server, transport: SystemTransport())
        let session = CurrentSession(store: MemoryTokenStore(), client: client)
        let auth = AuthService(client: client, session: session)

        let email = try EmailAddress("maya@cornell.edu")
        let sent = try await auth.sendCode(to: email)
        guard let code = await mail.code else { return print("There is no mail.") }
        try await auth.verify(code, for: email, challenge: sent.challengeID)
        print("\(email.text) is signed in.")
    }

    /// The campus: its mail addresses, its zone, and the transport of its mails.
    static func campus(mail: Mailbox) throws -> OrbitBackend.Configuration {
        guard let zone = TimeZone(identifier: "America/New_York") else { throw UnknownTimeZone() }
        let cornell = University(
            name: "Cornell University", country: "United States", alphaTwoCode: "US", domains: ["cornell.edu"])
        return OrbitBackend.Configuration(
            campuses: CampusRegistry(universities: [cornell]), campusTimeZone: zone, digest: .plainForDemonstration,
            mailTransport: { await mail.add($0) })
    }

    struct UnknownTimeZone: Error {}
}

/// The mails of the demonstration. A server sends them.
actor Mailbox {
    private(set) var mails: [OutgoingMail] = []

    func add(_ mail: OutgoingMail) { mails.append(mail) }

    /// The code of the last mail.
    var code: VerificationCode? {
        if case .verificationCode(let code, minutes: _) = mails.last?.content { code } else { nil }
    }
}
