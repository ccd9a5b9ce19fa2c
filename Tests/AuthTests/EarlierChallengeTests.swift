import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Testing
import TimeAndChance

@testable import Auth

/// Codes that are entered after resends whose mails may be withheld, so that several challenges are valid.
@Suite @MainActor struct EarlierChallengeTests {
    let clock = VirtualClock()

    /// Creates a model that waits for a code after resends that may be withheld. The challenges are `ch_1` and later
    /// numbers.
    private func modelAfterResends(
        _ resends: Int, _ later: [StubTransport.Exchange]
    ) async throws -> (model: AuthViewModel, stub: StubTransport) {
        let sending = try (1...resends + 1).map { number in
            StubTransport.Exchange.expect(.post, "/api/auth/send-code", response: try .success(withheld(number)))
        }
        let stub = StubTransport(sending + later)
        let client = try APIClient.scripted(stub, time: clock)
        let session = CurrentSession(store: MemoryTokenStore(), client: client, time: clock)
        let model = AuthViewModel(
            service: AuthService(client: client, session: session, time: clock, random: .seeded(2)), time: clock)
        model.email = "maya@stanford.edu"
        await model.sendCode()
        for _ in 0..<resends {
            clock.advance(by: .seconds(30))
            await model.resendCode()
        }
        return (model, stub)
    }

    private func withheld(_ number: Int) -> CodeSent {
        CodeSent(
            message: "", challengeID: ChallengeID("ch_\(number)"), expiresIn: 600, resendAfter: 30, attempts: 2,
            mayBeWithheld: true)
    }

    private func refusing(attemptsLeft: Int) throws -> StubTransport.Exchange {
        let wrong = Problem(
            code: .codeIncorrect, message: "Not that one.", details: ["attempts_left": .integer(attemptsLeft)])
        return .expect(.post, "/api/auth/verify-code", response: try .problem(422, wrong))
    }

    private func expired() throws -> StubTransport.Exchange {
        verifying(try .problem(422, Problem(code: .codeExpired, message: "Ask for a new code.")))
    }

    private func verifying(_ response: HTTPResponse) -> StubTransport.Exchange {
        .expect(.post, "/api/auth/verify-code", response: response)
    }

    /// Returns the challenges that were tried, in order.
    private func challenges(_ stub: StubTransport) async throws -> [String] {
        try await stub.requests.filter { $0.url.path().hasSuffix("verify-code") }.map {
            try OrbitJSON.decoder.decode(VerifyCodeRequest.self, from: $0.body).challengeID.rawValue
        }
    }

    @Test func `the code of the first mail signs in after two withheld resends`()
        async throws
    {
        let (model, stub) = try await modelAfterResends(
            2, [refusing(attemptsLeft: 1), refusing(attemptsLeft: 1), verifying(.success(grant(1)))])
        model.verificationCode = "123456"
        await model.verifyCode()
        #expect(model.authState == .authenticated)
        #expect(try await challenges(stub) == ["ch_3", "ch_2", "ch_1"])
        try await stub.finish()
    }

    @Test func `a code is tried once at an earlier challenge, and never after its attempts are used up`() async throws {
        let (model, stub) = try await modelAfterResends(
            1,
            [
                refusing(attemptsLeft: 1), refusing(attemptsLeft: 1), refusing(attemptsLeft: 0),
                refusing(attemptsLeft: 0), refusing(attemptsLeft: 0), refusing(attemptsLeft: 0),
            ])
        for code in ["111111", "111111", "222222", "333333"] {
            model.verificationCode = code
            await model.verifyCode()
        }
        #expect(try await challenges(stub) == ["ch_2", "ch_1", "ch_2", "ch_2", "ch_1", "ch_2"])
        try await stub.finish()
    }

    @Test func `a challenge without attempts left is not tried after a resend`() async throws {
        let (model, stub) = try await modelAfterResends(
            1,
            [
                refusing(attemptsLeft: 0), refusing(attemptsLeft: 1),
                .expect(.post, "/api/auth/send-code", response: try .success(withheld(3))),
                refusing(attemptsLeft: 1), verifying(.success(grant(1))),
            ])
        model.verificationCode = "111111"
        await model.verifyCode()
        clock.advance(by: .seconds(30))
        await model.resendCode()
        model.verificationCode = "222222"
        await model.verifyCode()
        #expect(model.authState == .authenticated)
        #expect(try await challenges(stub) == ["ch_2", "ch_1", "ch_3", "ch_1"])
        try await stub.finish()
    }

    @Test func `a rate limit at an earlier challenge is shown with its retry time`() async throws {
        let busy = Problem(code: .rateLimited, message: "Too many requests. Try again later.", retryAfter: 90)
        let (model, stub) = try await modelAfterResends(
            2, [refusing(attemptsLeft: 1), verifying(.problem(429, busy))])
        model.verificationCode = "123456"
        await model.verifyCode()
        #expect(model.failure?.kind == .limited && model.failure?.retryAt == clock.date.addingTimeInterval(90))
        #expect(model.authState == .verification && model.attemptsLeft == 1)
        try await stub.finish()
    }

    @Test func `a lost response of an earlier challenge is shown, and the next attempt signs in`()
        async throws
    {
        let failures: [(StubTransport.Exchange, Failure.Kind)] = [
            (.expect(.post, "/api/auth/verify-code", error: .cannotConnect), .unreachable),
            (.expect(.post, "/api/auth/verify-code", error: .connectionLost), .noResponse),
            (verifying(HTTPResponse(status: 502)), .unavailable),
        ]
        for (exchange, kind) in failures {
            let (model, stub) = try await modelAfterResends(
                1,
                [refusing(attemptsLeft: 1), exchange, verifying(.success(grant(1)))])
            model.verificationCode = "123456"
            await model.verifyCode()
            #expect(model.failure?.kind == kind && model.failure?.canRetry == true)
            #expect(model.authState == .verification && model.attemptsLeft == 1)
            await model.verifyCode()
            #expect(model.authState == .authenticated)
            #expect(try await challenges(stub) == ["ch_2", "ch_1", "ch_1"])
            try await stub.finish()
        }
    }

    @Test func `a wrong code is repeated only once at an earlier challenge whose response was lost`()
        async throws
    {
        let (model, stub) = try await modelAfterResends(
            1,
            [
                refusing(attemptsLeft: 1), .expect(.post, "/api/auth/verify-code", error: .connectionLost),
                refusing(attemptsLeft: 1), refusing(attemptsLeft: 0),
            ])
        model.verificationCode = "123456"
        for kind in [Failure.Kind.noResponse, .refused(.codeIncorrect), .refused(.codeIncorrect)] {
            await model.verifyCode()
            #expect(model.failure?.kind == kind)
        }
        #expect(try await challenges(stub) == ["ch_2", "ch_1", "ch_1", "ch_2"])
        try await stub.finish()
    }

    @Test func `a retry at an earlier challenge keeps the attempts of the latest code`() async throws {
        let (model, stub) = try await modelAfterResends(
            1,
            [
                refusing(attemptsLeft: 3), .expect(.post, "/api/auth/verify-code", error: .connectionLost),
                refusing(attemptsLeft: 2), refusing(attemptsLeft: 1), refusing(attemptsLeft: 0),
            ])
        for code in ["111111", "222222", "111111"] {
            model.verificationCode = code
            await model.verifyCode()
        }
        #expect(try await challenges(stub) == ["ch_2", "ch_1", "ch_2", "ch_1", "ch_1"])
        #expect(model.attemptsLeft == 2)
        try await stub.finish()
    }

    @Test func `a code already accepted at an earlier challenge is shown as expired at every attempt`()
        async throws
    {
        let (model, stub) = try await modelAfterResends(
            1,
            [
                refusing(attemptsLeft: 1), .expect(.post, "/api/auth/verify-code", error: .connectionLost),
                expired(), expired(),
            ])
        model.verificationCode = "123456"
        await model.verifyCode()
        #expect(model.failure?.kind == .noResponse)
        for _ in 0..<2 {
            await model.verifyCode()
            #expect(model.failure?.kind == .refused(.codeExpired))
            #expect(!model.isCodeExpired)
        }
        #expect(try await challenges(stub) == ["ch_2", "ch_1", "ch_1", "ch_1"])
        try await stub.finish()
    }

    @Test func `a code accepted at one earlier challenge is shown as expired if another refuses it`() async throws {
        let (model, stub) = try await modelAfterResends(
            2,
            [
                refusing(attemptsLeft: 1), .expect(.post, "/api/auth/verify-code", error: .connectionLost),
                expired(), refusing(attemptsLeft: 1),
            ])
        model.verificationCode = "123456"
        for kind in [Failure.Kind.noResponse, .refused(.codeExpired)] {
            await model.verifyCode()
            #expect(model.failure?.kind == kind)
        }
        #expect(try await challenges(stub) == ["ch_3", "ch_2", "ch_2", "ch_1"])
        try await stub.finish()
    }

    @Test func `the refusal by the latest challenge is shown if an earlier one has equal attempts`() async throws {
        let (model, stub) = try await modelAfterResends(1, [expired(), refusing(attemptsLeft: 0)])
        model.verificationCode = "123456"
        await model.verifyCode()
        #expect(model.failure?.kind == .refused(.codeExpired))
        #expect(try await challenges(stub) == ["ch_2", "ch_1"])
        try await stub.finish()
    }

    @Test func `an earlier challenge that has expired since the resend is not tried`() async throws {
        let (model, stub) = try await modelAfterResends(1, [refusing(attemptsLeft: 1)])
        clock.advance(by: .seconds(570))
        model.verificationCode = "123456"
        await model.verifyCode()
        #expect(try await challenges(stub) == ["ch_2"])
        try await stub.finish()
    }

    @Test func `the latest code is shown as expired if the server had already accepted it`() async throws {
        let (model, stub) = try await modelAfterResends(
            1, [.expect(.post, "/api/auth/verify-code", error: .connectionLost), expired(), expired()])
        model.verificationCode = "123456"
        for kind in [Failure.Kind.noResponse, .refused(.codeExpired)] {
            await model.verifyCode()
            #expect(model.failure?.kind == kind)
        }
        #expect(model.isCodeExpired)
        try await stub.finish()
    }

    @Test(arguments: [ProblemCode.accountSuspended, .invalidInput])
    func `a problem of an earlier challenge replaces the refusal of the latest code`(
        _ code: ProblemCode
    ) async throws {
        let problem = Problem(code: code, message: "This account cannot sign in.")
        let (model, stub) = try await modelAfterResends(
            2, [refusing(attemptsLeft: 1), verifying(.problem(403, problem))])
        model.verificationCode = "123456"
        await model.verifyCode()
        #expect(model.failure?.message == problem.message)
        let challenge: ChallengeID? = code == .accountSuspended ? "ch_2" : nil
        #expect(model.suspended?.challenge == challenge)
        try await stub.finish()
    }
}
