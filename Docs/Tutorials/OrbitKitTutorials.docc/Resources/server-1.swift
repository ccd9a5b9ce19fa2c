import BackendRuntime
import Foundation
import Networking
import OrbitBackend
import OrbitModels
import OrbitStore
import Validation

@main struct CampusServer {
    static func main() async throws {
        let mail = Mailbox()
        let backend = OrbitBackend(store: MemoryStore(), random: .seeded(7), configuration: try campus(mail: mail))

        guard let url = URL(string: "https://orbit.cornell.edu/api/users/me") else { return }
        let response = await backend.respond(to: HTTPRequest(method: .get, url: url), origin: "192.0.2.1")
        print("Without a session: \(response.status)")
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
