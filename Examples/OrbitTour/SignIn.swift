import Auth
import BackendRuntime
import NetworkingTesting
import OrbitApp
import OrbitBackend
import Presentation
import Validation

extension Journey {
    func launch() async {
        narrator.step(1, "Launch", by: "OrbitApp · DurableFiles")
        await app.launch()
        narrator.say("This device has no session, so the app asks you to sign in.")
        narrator.show("route", app.route.rawValue)
    }

    func mistypeTheAddress() async {
        narrator.step(2, "A typing mistake", by: "Validation")
        app.auth.email = "maya\(addressSuffix)@orbti.example"
        await app.auth.sendCode()
        narrator.show("typed", app.auth.email)
        narrator.show("the app", app.auth.failure?.message ?? "")
        narrator.show("", "Did you mean \(app.auth.suggestedEmail ?? "…")?")
        app.auth.acceptSuggestion()
        narrator.say("The app sent nothing. The app and the server use the same rules.")
    }

    func askForTheCode() async {
        narrator.step(3, "Ask for a code, on a bad network", by: "Networking · OrbitBackend")
        await network.follow(FaultPlan(script: [[.responseLost]]))
        await app.auth.sendCode()
        narrator.say(
            "The response got lost. The app repeated the request with the same idempotency key. So the campus sent only one "
                + "mail.")
        await showRequests()
        if let campus { narrator.show("mails", String(await campus.mailTransport.mail.count)) }
        narrator.show("screen", "\(app.auth.authState), \(app.auth.attemptsLeft ?? 0) tries")
    }

    func mistypeTheCode() async {
        narrator.step(4, "A wrong code", by: "OrbitBackend")
        app.auth.verificationCode = "654321"
        await app.verifyCode()
        narrator.show("typed", app.auth.verificationCode)
        narrator.show("the app", app.auth.failure?.message ?? "")
        await showRequests()
        narrator.show("screen", "\(app.auth.authState), \(app.auth.attemptsLeft ?? 0) tries")
    }

    func signIn() async {
        narrator.step(5, "The right code, as pasted", by: "Auth · DurableFiles")
        guard let code = await receivedCode() else { return }
        app.auth.verificationCode = "\(code.prefix(3))-\(code.suffix(3))"
        narrator.show("typed", app.auth.verificationCode)
        await app.verifyCode()
        await showRequests()
        narrator.show("signed in", app.auth.isNewUser ? "yes, with a new account" : "yes")
        narrator.show("route", app.route.rawValue)
        narrator.say(environment.tokens.status.explanation)
    }

    /// The code in the last mail of the campus. A server of `--demo` sends no mail, and accepts one code.
    private func receivedCode() async -> String? {
        guard let campus else { return Self.demonstrationCode }
        guard case .verificationCode(let code, _)? = await campus.mailTransport.mail.last?.content else { return nil }
        return code.digits
    }
}
