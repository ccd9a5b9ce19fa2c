import Auth
import Foundation
import Matching
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing
import Validation

@testable import BackendRuntime
@testable import OrbitBackend

/// All spellings of the address of a mailbox sign in to the account of one person.
@Suite struct OneMailboxTests {
    private let server = TestServer()
    private let maya = "maya@stanford.edu"

    @Test(arguments: ["maya+x@stanford.edu", "Maya+a+b@Stanford.EDU", "MAYA@stanford.edu"])
    func `an address with a tag or other letter case signs in to the account of the mailbox`(_ address: String)
        async throws
    {
        let first = try await server.signIn(maya)
        server.clock.advance(by: .seconds(30))
        let again = try await server.signIn(address)
        #expect(again.userID == first.userID)
        #expect(!again.isNewUser)
    }

    @Test func `an account created with a tag belongs to the mailbox`() async throws {
        let first = try await server.signIn("maya+orbit@stanford.edu")
        server.clock.advance(by: .seconds(30))
        #expect(try await server.signIn(maya).userID == first.userID)
        server.clock.advance(by: .seconds(30))
        #expect(try await server.signIn("maya+other@stanford.edu").userID == first.userID)
    }

    @Test(arguments: ["m.aya@stanford.edu", "maya@cs.stanford.edu", "+maya@stanford.edu", "+x@stanford.edu"])
    func `addresses with other dots, with a subdomain or with only a tag belong to other mailboxes`(_ address: String)
        async throws
    {
        let first = try await server.signIn(maya)
        let plus = try await server.signIn("+liam@stanford.edu")
        let other = try await server.signIn(address)
        #expect(other.isNewUser)
        #expect(other.userID != first.userID && other.userID != plus.userID)
    }

    @Test func `a code for an address with a tag is sent to the mailbox without the tag`() async throws {
        _ = try await server.sendCode(to: "Maya+x@stanford.edu")
        #expect(server.mailTransport.last?.recipient.text == "Maya@stanford.edu")
    }

    @Test func `a mailbox with two older accounts signs in to the younger account only by that account's address`()
        async throws
    {
        let (elder, younger) = (UserID("elder"), UserID("younger"))
        let now = server.clock.date
        try await server.store.transaction { transaction in
            for (id, address, age) in [(younger, "maya+b@stanford.edu", 1.0), (elder, "maya+a@stanford.edu", 2)] {
                try transaction.put(
                    AccountRecord(
                        id: id, email: EmailAddress(address), campus: "stanford.edu",
                        createdAt: now.addingTimeInterval(-age)))
            }
        }
        for (address, id) in [
            ("maya+b@stanford.edu", younger), ("maya+a@stanford.edu", elder), (maya, elder),
            ("maya+c@stanford.edu", elder),
        ] {
            #expect(try await server.signIn(address).userID == id)
            server.clock.advance(by: .seconds(600))
        }
    }

    @Test func `a blocked person cannot escape the block by a tag`() async throws {
        let (blocker, blocked) = (try await server.signIn("liam@stanford.edu"), try await server.signIn(maya))
        try await server.store.transaction { transaction in
            try transaction.put(
                BlockRecord(
                    blocker: blocker.userID, blocked: blocked.userID, campus: "stanford.edu", name: nil,
                    blockedAt: server.clock.date))
        }
        server.clock.advance(by: .seconds(30))
        let back = try await server.signIn("maya+again@stanford.edu")
        let stands = try await server.store.read {
            try BlockRecord.exists(between: UserPair(blocker.userID, back.userID), in: $0)
        }
        #expect(stands)
        #expect(!back.isNewUser)
    }
}
