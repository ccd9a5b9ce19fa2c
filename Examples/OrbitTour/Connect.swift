import Auth
import Connections
import Discover
import Matching
import Networking
import NetworkingTesting
import OrbitApp
import OrbitModels
import Presentation
import Profiles
import Validation

extension Journey {
    /// Opens the sheet of the person who suits best, and presses its button.
    func poke() async throws {
        narrator.step(12, "A closer look, and a poke", by: "OrbitApp · Connections")
        guard let user = app.user, let best = try await suggestionToPoke() else { return }
        await user.discover.noteSeen([best.id])
        let sheet = user.sheet(of: best)
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
        narrator.say("A poke is one of five notes, never your own text. It expires after 14 days.")
    }

    private func label(of action: ConnectAction) -> String {
        if case .unavailable(let reason) = action { reason } else { environment.catalogue.words(action) }
    }

    /// Accepts the poke on the phone of the other person. The app there has sent no request since it was opened.
    func answer() async throws {
        guard let other = otherPhone?.user else { return }
        narrator.step(13, "On another phone", by: "OrbitApp · Presentation")
        let me = app.user?.profile.saved.value?.userID
        try await waitForEvent { other.pokes.incoming.known.contains { $0.person.id == me } }
        guard let poke = other.pokes.incoming.known.first(where: { $0.person.id == me }) else { return }
        narrator.say("The list of pokes was empty at first. Now a poke appears by itself:")
        narrator.show("poked by", "\(poke.person.profile.name), “\(environment.catalogue.words(poke.poke.note))”")
        narrator.show("you share", poke.shared.interests.map(\.label).joined(separator: ", "))
        await other.pokes.accept(poke)
        narrator.show("match", other.pokes.newMatch?.partnerName ?? "")
        narrator.say("A decline would look like no answer. If you both poke each other, you also get a match.")
    }

    func meetTheMatch() async throws {
        narrator.step(14, "A match", by: "OrbitApp · Connections · Discover")
        guard let user = app.user else { return }
        try await waitForEvent { user.pokes.newMatch != nil }
        narrator.show("by itself", "“You and \(user.pokes.newMatch?.partnerName ?? "") are matched.”")
        await user.matches.matches.load()
        guard let match = matchWithOther else { return }
        let sheet = user.sheet(of: match.partnerID)
        await sheet.load()
        await user.today.load()
        if campus != nil {
            // The first request of the day pairs the campus, and the match arrives as an event. A server has paired its
            // campus before, and the new person is paired tomorrow.
            await waitUntil { user.today.match.value?.matches.isEmpty == false }
        }
        await user.discover.load()
        await showRequests()
        narrator.show("match", "\(match.partnerName), \(match.partnerMajor ?? "")")
        narrator.show("free", sheet.person.value?.profile.availability?.hours.text() ?? "")
        narrator.say("Matches see each other's free hours. Other people only see if you share some or plenty.")
        let today = user.today.match.value?.matches.map(\.partnerName).joined(separator: " and ") ?? ""
        narrator.show("today", today.isEmpty ? "no match yet" : today)
        narrator.say(
            "Once a day, everyone on campus is also paired by chance. With an odd number, one group has three people."
        )
    }

    /// The match of the person of the story with the other person.
    var matchWithOther: Match? {
        let partner = otherPhone?.user?.profile.saved.value?.userID
        return app.user?.matches.matches.items.value?.first { $0.partnerID == partner }
    }

    /// Returns the suggestion of the person who suits best, and opens their phone. On a server it is the suggestion of
    /// the person who signed up in step 9, because the story needs both phones.
    private func suggestionToPoke() async throws -> Suggestion? {
        let people = app.user?.discover.people.items.value ?? []
        guard let campus else {
            let other = otherPhone?.user?.profile.saved.value?.userID
            guard let suggestion = people.first(where: { $0.id == other }) else {
                throw ExampleError("The server does not suggest the other person of the tour.")
            }
            return suggestion
        }
        guard let best = people.bestFirst.first, let neighbour = campus.residents.first(where: { $0.id == best.id })
        else { return nil }
        otherPhone = try await signedIn(as: neighbour.email)
        return best
    }

    /// Returns the app on the phone of another person.
    func signedIn(as email: String) async throws -> AppModel {
        var device = environment
        device.transport = otherNetwork
        device.tokens = MemoryTokenStore()
        device.directory = nil
        let other = AppModel(device)
        await other.launch()
        other.auth.email = email
        await other.auth.sendCode()
        other.auth.verificationCode = Self.demonstrationCode
        await other.verifyCode()
        guard other.user != nil else { throw ExampleError(other.auth.failure?.message ?? "The sign-in has failed.") }
        await other.user?.pokes.incoming.load()
        try await waitForEvent { other.user?.connection == .live }
        return other
    }
}
