import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Testing
import TimeAndChance
import Validation

@testable import Auth

@Suite @MainActor struct AuthViewModelTests {
    let clock = VirtualClock()
    let store = MemoryTokenStore()
    private let sent = CodeSent(
        message: "We have sent you a code.", challengeID: "ch_1", expiresIn: 600, resendAfter: 30, attempts: 5)

    @Test func `a valid code for an email address signs the user in`() async throws {
        let stub = StubTransport([
            .expect(.post, "/api/auth/send-code", response: try .success(sent)),
            .expect(.post, "/api/auth/verify-code", response: try .success(grant(1, isNew: true))),
        ])
        let model = try model(stub)
        model.email = " Maya@Stanford.EDU "
        await model.sendCode()
        #expect(model.authState == .verification)
        #expect(model.attemptsLeft == 5)
        model.verificationCode = "012-345"
        await model.verifyCode()
        #expect(model.authState == .authenticated)
        #expect(model.isNewUser)
        #expect(model.userID == "u_1")
        #expect(model.failure == nil)
        let bodies = await stub.requests.map { String(decoding: $0.body, as: UTF8.self) }
        #expect(
            bodies == [
                #"{"email":"Maya@stanford.edu"}"#,
                #"{"challenge_id":"ch_1","code":"012345","email":"Maya@stanford.edu"}"#,
            ])
        #expect(await store.load() == .session(session(1, issued: clock.date)))
        try await stub.finish()
    }

    @Test func `a message that a code may be withheld is shown until the user leaves`() async throws {
        let words = "Very many codes were asked for from your network."
        let scarce = CodeSent(
            message: words, challengeID: "ch_1", expiresIn: 600, resendAfter: 30, attempts: 2, mayBeWithheld: true)
        let exchanges = try [scarce, sent, scarce, scarce].map {
            StubTransport.Exchange.expect(.post, "/api/auth/send-code", response: try .success($0))
        }
        let model = try model(StubTransport(exchanges))
        model.email = "maya@stanford.edu"
        #expect(model.codeMessage == nil && !model.mayBeWithheld)
        await model.sendCode()
        #expect(model.codeMessage == words && model.mayBeWithheld)
        clock.advance(by: .seconds(30))
        await model.resendCode()
        #expect(model.codeMessage == sent.message && !model.mayBeWithheld)
        clock.advance(by: .seconds(30))
        await model.resendCode()
        #expect(model.mayBeWithheld)
        model.editEmail()
        #expect(model.codeMessage == nil && !model.mayBeWithheld)
        await model.sendCode()
        model.reset()
        #expect(model.codeMessage == nil && !model.mayBeWithheld)
    }

    @Test func `a front end's own words replace the message about a code`() async throws {
        let scarce = CodeSent(
            message: "Not all are sent.", challengeID: "ch_2", expiresIn: 600, resendAfter: 30, attempts: 2,
            mayBeWithheld: true)
        let exchanges = try [sent, scarce].map {
            StubTransport.Exchange.expect(.post, "/api/auth/send-code", response: try .success($0))
        }
        let german = LocalizedStrings([
            LocalizationKey("sign_in", "code_sent"): "Der Code gilt {minutes} Minuten.",
            LocalizationKey("sign_in", "code_may_be_withheld"): "Vielleicht kommt kein Code.",
        ])
        let model = try model(StubTransport(exchanges), words: german)
        model.email = "maya@stanford.edu"
        await model.sendCode()
        #expect(model.codeMessage == "Der Code gilt 10 Minuten.")
        clock.advance(by: .seconds(30))
        await model.resendCode()
        #expect(model.codeMessage == "Vielleicht kommt kein Code.")
        for code in ["code_sent", "code_may_be_withheld"] {
            #expect(LocalizedStrings.english.text(code, in: .signIn, ["minutes": .integer(10)]) != nil)
        }
    }

    /// Enters a code after a resend, and returns the challenges that were tried, in order.
    private func challengesTried(
        afterResend mayBeWithheld: Bool, _ responses: [HTTPResponse]
    ) async throws -> [String] {
        let resent = CodeSent(
            message: "", challengeID: "ch_2", expiresIn: 600, resendAfter: 30, attempts: 2,
            mayBeWithheld: mayBeWithheld)
        let sending = try [sent, resent].map {
            StubTransport.Exchange.expect(.post, "/api/auth/send-code", response: try .success($0))
        }
        let verifying = responses.map {
            StubTransport.Exchange.expect(.post, "/api/auth/verify-code", response: $0)
        }
        let stub = StubTransport(sending + verifying)
        let model = try model(stub)
        model.email = "maya@stanford.edu"
        await model.sendCode()
        clock.advance(by: .seconds(30))
        await model.resendCode()
        model.verificationCode = "123456"
        await model.verifyCode()
        try await stub.finish()
        #expect((model.authState == .authenticated) == (responses.last?.status == 200))
        if model.authState == .verification { #expect(model.attemptsLeft == 4 && !model.isCodeExpired) }
        return try await stub.requests.dropFirst(2).map {
            try OrbitJSON.decoder.decode(VerifyCodeRequest.self, from: $0.body).challengeID.rawValue
        }
    }

    @Test func `a code sent before a withheld resend is tried with its own challenge`() async throws {
        let wrong = Problem(code: .codeIncorrect, message: "Not that one.", details: ["attempts_left": 1])
        let older = Problem(code: .codeIncorrect, message: "Not that one.", details: ["attempts_left": 4])
        let expired = Problem(code: .codeExpired, message: "Ask for a new code.")
        let refusals = try [wrong, expired].map { try HTTPResponse.problem(422, $0) }
        for refusal in refusals {
            let right = try await challengesTried(afterResend: true, [refusal, try .success(grant(1))])
            #expect(right == ["ch_2", "ch_1"])
            let mistyped = try await challengesTried(afterResend: true, [refusal, try .problem(422, older)])
            #expect(mistyped == ["ch_2", "ch_1"])
        }
        #expect(try await challengesTried(afterResend: false, [try .problem(422, older)]) == ["ch_2"])
    }

    @Test func `a successful sign-in clears the suspended account`() async throws {
        let refused = Problem(code: .accountSuspended, message: "This account is suspended for some time.")
        let model = try model(
            StubTransport([
                .expect(.post, "/api/auth/send-code", response: try .success(sent)),
                .expect(.post, "/api/auth/verify-code", response: try .problem(403, refused)),
                .expect(.post, "/api/auth/verify-code", response: try .success(grant(1))),
            ]))
        model.email = "maya@stanford.edu"
        await model.sendCode()
        model.verificationCode = "123456"
        await model.verifyCode()
        #expect(model.suspended?.challenge == "ch_1")
        await model.verifyCode()
        #expect(model.authState == .authenticated && model.suspended == nil)
    }

    @Test func `a response without mayBeWithheld is decoded as false`() throws {
        let json = #"{"message":"m","challenge_id":"c","expires_in":600,"resend_after":30,"attempts":5}"#
        #expect(try !OrbitJSON.decoder.decode(CodeSent.self, from: Data(json.utf8)).mayBeWithheld)
    }

    @Test(arguments: ["", "maya", "maya@@stanford.edu", "maya@gmail.com", "maya@stanford.edu.evil.com", "@.edu"])
    func `an address that cannot be of a campus is refused without a request`(email: String) async throws {
        let stub = StubTransport([])
        let model = try model(stub)
        model.email = email
        await model.sendCode()
        #expect(model.authState == .emailEntry)
        #expect(model.failure?.message.isEmpty == false)
        #expect(model.failure?.canRetry == false)
        try await stub.finish()
    }

    @Test(arguments: ["jo@uni-ulm.de", "anna@univ-lyon1.fr", "li@utoronto.ca", "kai@otago.ac.nz", "x@evil.com"])
    func `the server decides about addresses if the client has no list`(email: String) async throws {
        let refused = Problem(code: .invalidInput, message: "Use the email address of your university.")
        for response in [try HTTPResponse.success(sent), try .problem(422, refused)] {
            let stub = StubTransport([.expect(.post, "/api/auth/send-code", response: response)])
            let model = try model(stub, registry: CampusRegistry())
            model.email = email
            await model.sendCode()
            #expect((model.authState == .verification) == (response.status == 200))
            #expect((model.failure == nil) == (response.status == 200))
            try await stub.finish()
        }
    }

    @Test(arguments: ["maya", "maya@gmail.com", "maya@vic.edu.au"])
    func `an address that no campus can have is refused without a list and without a request`(email: String)
        async throws
    {
        let stub = StubTransport([])
        let model = try model(stub, registry: CampusRegistry())
        model.email = email
        await model.sendCode()
        #expect(model.failure?.canRetry == false)
        try await stub.finish()
    }

    @Test func `a misspelt campus domain gets a suggestion`() async throws {
        let model = try model(StubTransport([]))
        model.email = "maya@stanford.ed"
        await model.sendCode()
        #expect(model.suggestedEmail == "maya@stanford.edu")
        model.acceptSuggestion()
        #expect(model.email == "maya@stanford.edu")
        #expect(model.suggestedEmail == nil)
    }

    @Test func `a wrong code shows the number of attempts left`() async throws {
        let wrong = Problem(code: .codeIncorrect, message: "Not that one.", details: ["attempts_left": 4])
        let model = try model(
            StubTransport([
                .expect(.post, "/api/auth/send-code", response: try .success(sent)),
                .expect(.post, "/api/auth/verify-code", response: try .problem(422, wrong)),
            ]))
        model.email = "maya@stanford.edu"
        await model.sendCode()
        model.verificationCode = "000000"
        await model.verifyCode()
        #expect(model.authState == .verification)
        #expect(model.attemptsLeft == 4)
        #expect(model.failure?.message == "Not that one.")
        #expect(await store.load() == .absent)
    }

    @Test(arguments: ["12345", "1234567", "12345a", "١٢٣٤٥٦", ""])
    func `a code other than six digits is refused without a request`(code: String) async throws {
        let stub = StubTransport([.expect(.post, "/api/auth/send-code", response: try .success(sent))])
        let model = try model(stub)
        model.email = "maya@stanford.edu"
        await model.sendCode()
        model.verificationCode = code
        await model.verifyCode()
        #expect(model.failure != nil)
        try await stub.finish()
    }

    @Test func `a code can be resent after its wait, with a new idempotency key`() async throws {
        let stub = StubTransport([
            .expect(.post, "/api/auth/send-code", response: try .success(sent)),
            .expect(.post, "/api/auth/send-code", response: try .success(sent)),
        ])
        let model = try model(stub)
        model.email = "maya@stanford.edu"
        await model.sendCode()
        clock.advance(by: .seconds(20))
        #expect(model.resendWait == .seconds(10))
        await model.resendCode()
        #expect(await stub.requests.count == 1)
        clock.advance(by: .seconds(10))
        await model.resendCode()
        try await stub.finish()
        let keys = await stub.requests.compactMap { $0.headers[.idempotencyKey] }
        #expect(Set(keys).count == 2)
    }

    @Test func `the wait before a resend and the expiry change while the clock runs`() async throws {
        let model = try model(
            StubTransport([.expect(.post, "/api/auth/send-code", response: try .success(sent))]))
        model.email = "maya@stanford.edu"
        await model.sendCode()
        let running = Task { await model.clock.run() }
        var waits: [Duration] = []
        for await wait in changes(of: { model.resendWait }) {
            waits.append(wait)
            if wait == .zero { break }
            clock.advance(by: .seconds(1))
        }
        #expect(waits == (0...30).reversed().map { Duration.seconds($0) })
        for await isExpired in changes(of: { model.isCodeExpired }) {
            if isExpired { break }
            clock.advance(by: .seconds(570))
        }
        running.cancel()
        await running.value
    }

    @Test func `a code that the server reports as expired is shown as expired`() async throws {
        let expired = Problem(code: .codeExpired, message: "Ask for a new code.")
        let model = try model(
            StubTransport([
                .expect(.post, "/api/auth/send-code", response: try .success(sent)),
                .expect(.post, "/api/auth/verify-code", response: try .problem(422, expired)),
            ]))
        model.email = "maya@stanford.edu"
        await model.sendCode()
        #expect(!model.isCodeExpired)
        model.verificationCode = "123456"
        await model.verifyCode()
        #expect(model.isCodeExpired)
    }

    @Test func `editing the address clears the code and keeps the address`() async throws {
        let model = try model(
            StubTransport([.expect(.post, "/api/auth/send-code", response: try .success(sent))]))
        model.email = "maya@stanford.edu"
        await model.sendCode()
        model.verificationCode = "123"
        model.editEmail()
        #expect(model.authState == .emailEntry)
        #expect(model.email == "maya@stanford.edu")
        #expect(model.verificationCode.isEmpty)
    }

    @Test func `editing the address has no effect before a code is sent and after a sign-in`() async throws {
        let model = try model(
            StubTransport([
                .expect(.post, "/api/auth/send-code", response: try .success(sent)),
                .expect(.post, "/api/auth/verify-code", response: try .success(grant(1))),
            ]))
        (model.email, model.verificationCode) = ("maya@stanford.edu", "123")
        model.editEmail()
        #expect(model.verificationCode == "123")
        await model.sendCode()
        model.verificationCode = "123456"
        await model.verifyCode()
        model.editEmail()
        #expect(model.authState == .authenticated)
    }

    @Test func `another action has no effect while a code is verified`() async throws {
        let slow = PausedResponse()
        let stub = StubTransport([
            .expect(.post, "/api/auth/send-code", response: try .success(sent)),
            slow.exchange(.post, "/api/auth/verify-code", response: try .success(grant(1))),
        ])
        let model = try model(stub)
        model.email = "maya@stanford.edu"
        await model.sendCode()
        model.verificationCode = "123456"
        let verifying = Task { await model.verifyCode() }
        await slow.waitForRequest()
        #expect(model.isLoading)
        model.editEmail()
        #expect(model.authState == .verification && model.verificationCode == "123456")
        await model.verifyCode()
        await model.sendCode()
        #expect(await stub.requests.count == 2)
        slow.release()
        await verifying.value
        #expect(model.authState == .authenticated && !model.isLoading)
    }

    @Test func `a failed connection shows a retryable failure and keeps the state`() async throws {
        let model = try model(StubTransport([.expect(.post, "/api/auth/send-code", error: .cannotConnect)]))
        model.email = "maya@stanford.edu"
        await model.sendCode()
        #expect(model.authState == .emailEntry)
        #expect(model.failure?.canRetry == true)
        #expect(!model.isLoading)
    }

    @Test func `a cancelled attempt shows no failure`() async throws {
        let arrived = Gate()
        let model = try model(
            StubTransport([
                .expect(.post, "/api/auth/send-code") { _ throws(TransportError) in
                    await arrived.open()
                    do {
                        try await VirtualClock().sleep(for: .seconds(1))
                    } catch {
                        throw .cancelled
                    }
                    throw .malformedResponse
                }
            ]))
        model.email = "maya@stanford.edu"
        let attempt = Task { await model.sendCode() }
        await arrived.pass()
        attempt.cancel()
        await attempt.value
        #expect(model.failure == nil)
        #expect(model.authState == .emailEntry)
    }

    private func model(
        _ stub: StubTransport, registry: CampusRegistry? = nil, words: LocalizedStrings = .english
    ) throws -> AuthViewModel {
        var catalogue = MessageCatalogue.english
        catalogue.words = words
        let client = try APIClient.scripted(stub, time: clock)
        let current = CurrentSession(store: store, client: client, time: clock)
        let stanford = University(
            name: "Stanford University", country: "United States", alphaTwoCode: "US", domains: ["stanford.edu"])
        return AuthViewModel(
            service: AuthService(client: client, session: current, time: clock, random: .seeded(2)),
            registry: registry ?? CampusRegistry(universities: [stanford]), catalogue: catalogue, time: clock)
    }
}
