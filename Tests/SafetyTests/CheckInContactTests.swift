import Networking
import NetworkingTesting
import OrbitModels
import Safety
import Testing

@Suite struct CheckInContactTests {
    private let done = MessageData(message: "Done.")

    @Test func `a contact refuses messages and accepts them again by the secret in the mail`() async throws {
        let stub = StubTransport([
            .expect(.post, "/api/check-in-contacts/a1b2/refuse", response: try .success(done)),
            .expect(.post, "/api/check-in-contacts/a1b2/accept", response: try .success(done)),
        ])
        let contacts = CheckInContactService(client: try .scripted(stub))
        try await contacts.refuse(ContactToken("a1b2"))
        try await contacts.accept(ContactToken("a1b2"))
        try await stub.finish()
    }

    @Test func `a token that no message contained is not found`() async throws {
        let gone = Problem(code: .notFound, message: "We cannot find this. It may have been deleted.")
        let stub = StubTransport([
            .expect(.post, "/api/check-in-contacts/00/refuse", response: try .problem(404, gone))
        ])
        let contacts = CheckInContactService(client: try .scripted(stub))
        await #expect(throws: APIError.problem(status: 404, problem: gone)) {
            try await contacts.refuse(ContactToken("00"))
        }
    }
}
