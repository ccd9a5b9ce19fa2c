import Auth
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing
import Validation

@testable import BackendRuntime
@testable import OrbitBackend

@Suite struct RoleAdmissionTests {
    private func account(_ id: UserID, _ server: TestServer) async throws -> AccountRecord {
        try #require(try await server.store.read { try $0.get(AccountRecord.self, id.rawValue) })
    }

    @Test func `an account stores its campus, evidence, role and day of the last sign-in`() async throws {
        let server = TestServer()
        let grant = try await server.signIn("maya@students.stanford.edu")
        let day = CalendarDay(server.clock.date, in: .gmt)
        let account = try await account(grant.userID, server)
        #expect(account.campus == "stanford.edu")
        #expect(account.verification == CampusVerification(evidence: .listedDomain, role: .student, day: day))
        server.clock.advance(by: .seconds(3 * 86_400))
        _ = try await server.signIn("maya@students.stanford.edu")
        let later = CalendarDay(server.clock.date, in: .gmt)
        #expect(try await self.account(grant.userID, server).verification?.day == later)
    }

    @Test(arguments: ["maya@alumni.stanford.edu", "maya@faculty.stanford.edu", "maya@alumni.yale.edu"])
    func `an alumni or staff address gets no account, and gets the reason only with the right code`(
        _ address: String
    ) async throws {
        let server = TestServer()
        let challenge = try await server.challenge(for: address)
        let response = try await server.verify(
            address, code: server.mailTransport.code(for: address), challenge: challenge)
        #expect(response.status == 422)
        #expect(response.problem?.fields == [FieldFailure(path: "email", code: .roleNotAdmitted)])
        let accounts = try await server.store.read {
            try AccountRecord.find(EmailAddress(address), in: $0)
        }
        #expect(accounts == nil)
    }

    @Test func `an existing alumni account can still sign in, and requests do not reveal that it exists`() async throws
    {
        let server = TestServer()
        let (old, other) = ("maya@alumni.stanford.edu", "liam@alumni.stanford.edu")
        let email = try EmailAddress(old)
        let date = server.clock.date
        try await server.store.transaction {
            try $0.put(AccountRecord(id: "maya", email: email, campus: "stanford.edu", createdAt: date))
        }
        let (known, unknown) = (try await server.sendCode(to: old), try await server.sendCode(to: other))
        #expect(known.status == unknown.status && known.body.count == unknown.body.count)
        server.clock.advance(by: .seconds(60))
        let grant = try await server.signIn(old)
        #expect(grant.userID == "maya" && !grant.isNewUser)
        #expect(try await account("maya", server).verification?.role == .alumni)
    }

    @Test func `an operator can admit other roles and vouch for single addresses`() async throws {
        let open = TestServer { $0.admittedRoles = [.student, .unknown, .alumni] }
        #expect(try await open.signIn("maya@alumni.stanford.edu").isNewUser)
        let guest = try EmailAddress("guest@institute.example")
        let alumna = try EmailAddress("ana@alumni.uba.edu.ar")
        let stanford = try #require(DomainName("stanford.edu"))
        let vouching = TestServer { $0.vouchedFor = [guest: stanford, alumna: stanford] }
        for address in [guest.text, alumna.text] {
            let grant = try await vouching.signIn(address)
            let account = try await account(grant.userID, vouching)
            #expect(account.campus == "stanford.edu")
            #expect(account.verification?.evidence == .vouchedFor)
        }
        #expect(try await vouching.sendCode(to: "other@institute.example").status == 422)
        // The operator vouches for an address, not for its domain.
        let member = try await vouching.signIn("leo@uba.edu.ar")
        #expect(try await account(member.userID, vouching).campus == "uba.edu.ar")
    }

    @Test func `the settings of a campus apply to all domains of its university`() {
        let server = TestServer {
            $0.otherTimeZones = ["stanford.example": TimeZone(secondsFromGMT: 3_600) ?? .gmt]
        }
        let context = server.backend.context
        #expect(context.timeZone(of: "stanford.edu").secondsFromGMT() == 3_600)
        #expect(context.timeZone(of: "stanford.edu~0123").secondsFromGMT() == 3_600)
        #expect(context.timeZone(of: "uba.edu.ar") == .gmt)
    }
}
