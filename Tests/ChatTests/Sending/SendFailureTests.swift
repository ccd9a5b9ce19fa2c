import Networking
import OrbitModels
import Outbox
import Testing

@testable import Chat

@Suite struct SendFailureTests {
    private func failure(_ error: any Error) -> SendFailure { SendFailure(error, in: .english) }

    private func problem(_ status: Int, _ code: ProblemCode, retryAfter: Int? = nil) -> APIError {
        .problem(status: status, problem: Problem(code: code, message: "No.", retryAfter: retryAfter))
    }

    private func isPermanent(_ error: any Error) -> Bool {
        if case .permanent = failure(error) { true } else { false }
    }

    @Test(arguments: [400, 403, 404, 405, 409, 410, 411, 413, 414, 415, 422, 431, 451])
    func `a refusal is permanent whether or not its body has a code`(status: Int) {
        #expect(isPermanent(APIError.unexpectedStatus(status)))
        #expect(isPermanent(problem(status, .unspecified)))
        #expect(isPermanent(problem(status, ProblemCode(rawValue: "new_code"))))
    }

    @Test func `a refusal without a code has a reason for the user`() {
        guard case .permanent(let rejection) = failure(APIError.unexpectedStatus(413)) else {
            Issue.record("The refusal is not permanent.")
            return
        }
        #expect(rejection.code == "unspecified" && rejection.reason.contains("413"))
    }

    @Test(arguments: [401, 407, 408, 421, 425, 429, 500, 502, 503, 504, 511])
    func `an answer that a sign-in, a wait or another connection can change is not permanent`(status: Int) {
        #expect(failure(APIError.unexpectedStatus(status)) == .transient())
        #expect(failure(problem(status, .unspecified)) == .transient())
        #expect(
            failure(problem(status, ProblemCode(rawValue: "new_code"), retryAfter: 7))
                == .transient(retryAfter: .seconds(7)))
    }

    @Test func `a request whose first attempt is still in progress is repeated`() {
        #expect(failure(problem(409, .idempotencyKeyInFlight)) == .transient())
    }

    @Test(arguments: [TransportError.cannotConnect, .untrusted, .insecure])
    func `a request without a connection has not left the device`(error: TransportError) {
        #expect(failure(APIError.transport(error)) == .transient(mayHaveArrived: false))
    }

    @Test(arguments: [TransportError.connectionLost, .timedOut, .malformedResponse])
    func `a request with a lost or unreadable response may have arrived`(error: TransportError) {
        #expect(failure(APIError.transport(error)) == .transient())
    }
}
