import Auth
import Connections
import Discover
import Networking
import NetworkingTesting
import OrbitApp
import OrbitBackend
import OrbitModels
import Presentation
import Profiles

extension Journey {
    /// Opens the sheet of whoever suits best, and does what its button says.
    func poke() async {
        narrator.step(12, "A closer look, and a poke", by: "OrbitApp · Connections")
        guard let best = app.discover.people.value?.bestFirst.first else { return }
        await app.discover.noteSeen([best.id])
        let sheet = app.sheet(of: best)
        guard let detail = sheet.detail else { return }
        narrator.show(
            "header",
            [detail.name, detail.age.map(String.init), detail.place].compactMap(\.self).joined(separator: ", "))
        narrator.show("bio", detail.bio ?? "")
        narrator.show("chips", detail.chips.map { $0.isShared ? "[\($0.label)]" : $0.label }.joined(separator: " · "))
        narrator.show("style", detail.socialStyle.joined(separator: " · "))
        narrator.show("button", label(of: sheet.action))
        await sheet.connect(note: .coffee)
        await showRequests()
        narrator.show("button", label(of: sheet.action))
        narrator.say("A poke is one of five notes, never free text, and lapses after fourteen days.")
    }

    private func label(of action: ConnectAction) -> String {
        switch action {
        case .available: "Poke"
        case .sending: "Sending…"
        case .waiting: "Waiting for an answer"
        case .answering: "Accept"
        case .connected: "Connected"
        case .unavailable(let reason): reason
        }
    }

    /// The other side: the same app, somebody else's device.
    func answer() async throws {
        guard let best = app.discover.people.value?.bestFirst.first,
            let neighbour = campus.residents.first(where: { $0.id == best.id })
        else { return }
        let name = best.person.profile.name
        narrator.step(13, "On another phone", by: "OrbitApp · Connections")
        let other = try await signedIn(as: neighbour)
        await other.pokes.incoming.load()
        guard let poke = other.pokes.incoming.items.value?.first else { return }
        narrator.show("signed in", "as \(name)")
        narrator.show("poked by", "\(poke.person.profile.name), “\(poke.poke.note)”")
        narrator.show("you share", poke.shared.interests.map(\.label).joined(separator: ", "))
        await other.pokes.accept(poke)
        narrator.show("match", other.pokes.newMatch?.partnerName ?? "")
        narrator.say("A refusal would have looked like silence. Two pokes that cross make one match, too.")
    }

    func meetTheMatch() async {
        narrator.step(14, "A match", by: "OrbitApp · Connections · Discover")
        await app.matches.matches.load()
        guard let match = app.matches.matches.items.value?.first else { return }
        let sheet = app.sheet(of: match.partnerID)
        await sheet.load()
        await app.today.load()
        await app.discover.load()
        await showRequests()
        narrator.show("match", "\(match.partnerName), \(match.partnerMajor ?? "")")
        narrator.show("free", sheet.person.value?.profile.availability?.hours.text() ?? "")
        narrator.say("Matches see each other's free hours; strangers are told only what they have in common.")
        let today = app.today.matchState.value?.matches.map(\.partnerName).joined(separator: " and ") ?? ""
        narrator.show("today", today.isEmpty ? "nobody yet" : today)
        narrator.say(
            "Beside pokes, chance pairs the whole campus once a day. Nobody is left over, so with an odd number three meet."
        )
    }

    private func signedIn(as user: User) async throws -> AppModel {
        var device = environment
        device.transport = InProcessTransport(campus.backend)
        device.tokens = MemoryTokenStore()
        device.drafts = nil
        let other = AppModel(device)
        await other.launch()
        other.auth.email = user.email
        await other.auth.sendCode()
        other.auth.verificationCode = "123456"
        await other.verifyCode()
        return other
    }
}
