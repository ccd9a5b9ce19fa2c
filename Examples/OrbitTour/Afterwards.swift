import Chat
import Connections
import Discover
import Matching
import Meetups
import Moderation
import NetworkingTesting
import OrbitApp
import OrbitModels
import Presentation
import Profiles
import Reputation
import Safety
import Validation

extension Journey {
    /// Both people rate each other, and no rating is shown before both are given.
    func rateEachOther() async {
        narrator.step(21, "Two ratings that show together", by: "Reputation · Trust")
        guard let user = app.user, let other = otherPhone?.user, let meetup else { return }
        let (here, there) = (user.rating(of: meetup.id), other.rating(of: meetup.id))
        for rating in [here, there] { await rating.load() }
        await user.ratings.received.load()
        guard let theirs = there.people.first, let own = here.people.first else { return }
        narrator.show("to rate", "\(own.person.profile.name), and on the other phone \(theirs.person.profile.name)")
        narrator.say("A guest has checked in, so the host counts as there too. You can only rate people you met.")

        there[theirs.id].stars = 5
        there[theirs.id].toggle(.friendly)
        there[theirs.id].note = "Thank you for the bridge."
        await there.send(theirs)
        await user.ratings.received.reload()
        narrator.show("they give", there.given.first.map { text($0.rating) } ?? "")
        narrator.show("here", user.ratings.received.known.first.map(text) ?? "nothing, until both have rated")
        here[own.id].stars = 4
        here[own.id].toggle(.onTime)
        await here.send(own)
        await other.ratings.received.load()
        await waitUntil { !user.ratings.received.known.isEmpty && !other.ratings.received.known.isEmpty }
        narrator.say("The host rates too. Both phones show it by themselves:")
        narrator.show("here", user.ratings.received.known.first.map(text) ?? "")
        narrator.show("there", other.ratings.received.known.first.map(text) ?? "")

        await user.standing.load()
        narrator.show("your level", user.standing.levelName)
        for reason in user.standing.reasons { narrator.show("", reason) }
        narrator.show("next", user.standing.nextStep ?? "")
        narrator.show("others see", user.standing.shownToOthers.joined(separator: " · "))
        narrator.say(
            "Your level depends on what you do. Other people see rounded stars, after enough people have rated you. So nobody "
                + "can tell who gave which stars.")
    }

    private func text(_ received: ReceivedRating) -> String {
        "\(received.person.profile.name): \(text(received.rating))"
    }

    private func text(_ rating: UserRating) -> String {
        let tags = rating.tags.map { environment.catalogue.words($0) }
        let note = rating.note.map { ["“\($0)”"] } ?? []
        return (["\(rating.stars.count) of 5 stars"] + tags + note).joined(separator: ", ")
    }

    /// The host of the film is reported, and a moderator decides.
    func reportAPerson() async throws {
        narrator.step(22, "A report, and its outcome", by: "Safety · Moderation · OrbitBackend")
        guard let user = app.user, let campus, let host = film?.host,
            let resident = campus.residents.first(where: { $0.id == host.id }), let moderator = campus.moderator
        else { return }
        reportedPhone = try await signedIn(as: resident.email)
        await reportedPhone?.user?.reports.decisions.load()
        await user.reports.reports.load()
        let sheet = user.sheet(of: host)
        await sheet.standing.load()
        narrator.show("sheet", ([host.profile.name] + sheet.standing.lines).joined(separator: " · "))
        let form = sheet.report()
        form.category = .deceit
        form.reason = .spam
        form.text = "Wants to sell me a ticket for the film."
        form.toggle(EvidenceChoice(.profile))
        await form.send()
        guard let receipt = form.receipt else { return narrator.show("the app", form.failure?.message ?? "") }
        // Three phones use the campus at the same time, so random values differ from run to run.
        narrator.show("receipt", "\(String(receipt.map { $0 == "-" ? $0 : "•" })), for questions about your report")
        narrator.show("reported", reportText)

        guard let desk = try await signedIn(as: moderator.email).user?.moderation else { return }
        await desk.load()
        guard let waiting = desk.queue.items.value?.first else { return }
        let reasons = waiting.reasons.map { environment.catalogue.words($0) }.joined(separator: ", ")
        narrator.show("moderator", "\(waiting.name ?? ""): \(reasons)")
        try await desk.open(waiting.id)
        narrator.show("", "“\(desk.reports.first?.text ?? "")”")
        await desk.decide(.warn, because: .spam, note: "First time.")
        await waitUntil {
            user.reports.reports.known.first?.outcome != nil
                && reportedPhone?.user?.reports.decisions.known.isEmpty == false
        }
        narrator.say("The moderator gives a warning. Both phones show it by themselves:")
        narrator.show("here", reportText)
        narrator.show(
            "there",
            reportedPhone?.user?.reports.decisions.known.first.map {
                "\(environment.catalogue.words($0.action)): \(environment.catalogue.words($0.reason))"
            } ?? "")
        narrator.say("The moderator and the reported person do not learn who sent the report.")
    }

    private var reportText: String {
        guard let report = app.user?.reports.reports.known.first else { return "" }
        return report.outcome.map { environment.catalogue.words($0) } ?? environment.catalogue.words(report.status)
    }

    /// Maya blocks the host of the film, who disappears from all her lists and from the conversation of the film; Maya
    /// disappears from the host's lists.
    func blockAPerson() async {
        narrator.step(23, "A block, in every list", by: "Connections · Presentation")
        guard let user = app.user, let there = reportedPhone?.user, let film,
            let me = user.profile.saved.value?.userID
        else { return }
        let guests = there.attendees(of: film)
        let sheet = there.sheet(of: me)
        await sheet.load()
        await sheet.connect(note: .hello)
        await user.discover.load()
        await user.pokes.incoming.load()
        await there.pokes.outgoing.load()
        await user.meetups.meetups.load()
        await guests.attendees.load()
        let host = film.host
        // The host writes in the conversation of the film, while Maya has it open.
        let chatHere = await user.chat?.conversation(of: film.id)
        let chatThere = await there.chat?.conversation(of: film.id)
        await chatHere?.load()
        chatThere?.type("Bring popcorn.")
        await chatThere?.send()
        if let chatHere, chatThere != nil { await waitUntil { !chatHere.texts.isEmpty } }
        var lists: [(name: String, isListed: @MainActor () -> Bool)] {
            [
                ("Here: people", { user.discover.people.known.contains { $0.id == host.id } }),
                ("Here: pokes", { user.pokes.incoming.known.contains { $0.person.id == host.id } }),
                ("Here: meetups", { user.meetups.meetups.known.contains { $0.host.id == host.id } }),
                ("Here: my meetups", { user.myMeetups.meetups.known.contains { $0.host.id == host.id } }),
                ("Here: messages", { chatHere?.texts.isEmpty == false }),
                ("There: pokes sent", { there.pokes.outgoing.known.contains { $0.person.id == me } }),
                ("There: guests", { guests.attendees.known.contains { $0.id == me } }),
            ]
        }
        let before = lists.map { $0.isListed() }
        await user.sheet(of: host).block()
        await waitUntil { lists.allSatisfy { !$0.isListed() } }
        narrator.table(
            [24, 10],
            [["List", "Before", "After"]]
                + zip(lists, before).map { [$0.name, $1 ? "listed" : "–", $0.isListed() ? "listed" : "–"] })
        narrator.say(
            "“There” is the phone of the blocked person. It changes by itself, and does not mention the block. You two can no "
                + "longer see each other.")
    }

    /// The film, a cultural meetup that Maya has joined.
    private var film: MeetupListing? {
        app.user?.myMeetups.meetups.known.first { $0.meetup.plan.eventType == .cultural }
    }
}
