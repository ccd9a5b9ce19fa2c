import Calendars
import Connections
import Foundation
import Meetups
import OrbitApp
import OrbitModels
import Presentation
import Profiles
import Validation

extension Journey {
    /// Finds the times at which both people of the match are free, and plans a meetup at the best of them.
    func findTime() async {
        narrator.step(15, "A time for both", by: "Calendars · Meetups")
        guard let user = app.user, let match = matchWithOther else { return }
        let find = user.findTime(with: [match.partnerID])
        await find.load()
        for slot in find.slots.prefix(3) {
            narrator.show(slot == find.slots.first ? "both free" : "", clockText(slot.span.start))
        }
        guard let best = find.slots.first else { return }
        let form = find.form(for: best)
        form.draft.entry.title = "Coffee on the bridge"
        form.draft.entry.capacity = 4
        form.draft.entry.visibility = .matches
        form.draft.entry.asksToReconfirm = true
        form.draft.entry.place = PlaceEntry(
            name: "Cafe on the bridge",
            coordinates: CoordinatesEntry(latitude: 42.4534, longitude: -76.4735))
        await form.save()
        meetup = form.saved
        await user.meetupRequests.requests.load()
        await user.myMeetups.meetups.load()
        await showRequests()
        guard let plan = form.saved?.meetup.plan else { return }
        narrator.show("planned", "\(plan.title), \(clockText(plan.span.start)), room for \(plan.capacity ?? 0)")
        narrator.say(
            "Free hours follow the clock of each person's own zone. So the plan stays right when the clocks change."
        )
    }

    /// The other person finds the meetup, asks to attend, and is accepted. Each change appears on the other phone by
    /// itself.
    func askAndApprove() async throws {
        narrator.step(16, "A request, and an answer", by: "Meetups · Presentation")
        guard let user = app.user, let other = otherPhone?.user, let meetup else { return }
        await other.reminders.refresh()
        await other.meetups.meetups.load()
        guard let found = other.meetups.meetups.items.value?.first(where: { $0.id == meetup.id }) else { return }
        let detail = other.meetup(found)
        narrator.show("they see", "\(found.meetup.plan.title), \(placeText(found.meetup.plan.place))")
        narrator.show("button", detail.availableActions.first.map(detail.label) ?? "")
        await detail.join(message: "I know the best table.")
        try await waitForEvent { user.meetupRequests.requests.items.value?.isEmpty == false }
        guard let request = user.meetupRequests.requests.items.value?.first else { return }
        narrator.show("by itself", "\(request.person.profile.name) asks: “\(request.request.message)”")
        await user.meetupRequests.approve(request)
        try await waitForEvent { detail.listing.value?.meetup.attendance == .going }
        guard let going = detail.listing.value?.meetup else { return }
        narrator.show("and there", environment.catalogue.words(going.attendance))
        narrator.show("they see", "\(going.plan.title), \(placeText(going.plan.place))")
        narrator.say(
            "Only people who attend see the place. Everyone else sees the same square. Asking again, or from two accounts, "
                + "shows no more.")
    }

    /// Shows the other meetups on campus, as a list and on a map.
    func lookAround() async throws {
        narrator.step(17, "What else happens", by: "Meetups · MapClustering")
        guard let user = app.user else { return }
        await user.meetups.meetups.load()
        while user.meetups.meetups.hasMore, user.meetups.meetups.items.failure == nil {
            await user.meetups.meetups.loadMore()
        }
        // The server sorts meetups with the same start by id, and the ids differ if the store repeats a transaction.
        // Sorting by title makes the output the same in each run.
        let found = (user.meetups.meetups.items.value ?? [])
            .map { (plan: $0.meetup.plan, listing: $0) }
            .sorted { ($0.plan.span.start, $0.plan.title) < ($1.plan.span.start, $1.plan.title) }
            .map(\.listing)
        narrator.table(
            [20, 27, 19],
            [["When", "What", "Kind", "Going"]]
                + found.prefix(10).map { listing in
                    let plan = listing.meetup.plan
                    let going = "\(listing.meetup.goingCount)" + (plan.capacity.map { " of \($0)" } ?? "")
                    return [
                        clockText(plan.span.start), plan.title, environment.catalogue.words(plan.eventType), going,
                    ]
                })
        for listing in found where [.cultural, .languageExchange].contains(listing.meetup.plan.eventType) {
            await user.meetup(listing).join()
        }
        let joined = user.myMeetups.meetups.known.filter { $0.meetup.attendance == .going }
        narrator.show(
            "joined", joined.isEmpty ? "nothing" : joined.map(\.meetup.plan.title).joined(separator: " · "))
        await seeWhatSuits()
        try await seeTheMap()
    }

    func clockText(_ instant: Date) -> String {
        let time = LocalDateTime(instant, in: environment.zone)
        return "\(environment.catalogue.words.calendarNames.short(time.day)) \(time.hourAndMinute)"
    }

    private func placeText(_ place: Place) -> String {
        if let name = place.name { return name }
        return place.isExact ? "no place yet" : "somewhere in a square of \(Int(MeetupLimits.gridSide)) km"
    }

    func save(_ text: String, as name: String) throws {
        let folder = URL(filePath: "orbit-out", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
    }
}
