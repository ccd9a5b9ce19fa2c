import Connections
import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitBackend
import OrbitModels
import Presentation
import TimeAndChance

extension RandomHistory {
    /// Takes a random action with meetups on a device.
    ///
    /// - Parameters:
    ///   - index: The index of the device that acts.
    ///   - other: The person that the action may concern.
    func plan(on index: Int, with other: UserID) async throws {
        let device = devices[index]
        let choice = Int.random(in: 0..<24, using: &random)
        note("\(index) plan \(choice) \(other)")
        let mine = device.myMeetups.meetups.known
        let hosted = mine.filter { $0.meetup.attendance == .host && $0.canHost(at: clock.date) }
        let chosen = mine.randomElement(using: &random)
        let own = hosted.randomElement(using: &random)
        switch choice {
        case 0, 1, 2: await create(on: device)
        case 3, 4: if let own { await edit(own, on: device) }
        case 5: if let own { await perform(on: device) { await device.meetup(own).cancel(because: .weather) } }
        case 22: await create(on: device, repeating: "FREQ=DAILY;COUNT=\(Int.random(in: 2...3, using: &random))")
        case 23:
            let occurrence = hosted.filter { $0.meetup.series != nil }.randomElement(using: &random)
            guard let occurrence else { return }
            if Int.random(in: 0..<4, using: &random) > 0 { return await edit(occurrence, .following, on: device) }
            await perform(on: device) {
                await device.meetup(occurrence).cancel(because: .weather, scope: .following)
            }
        case 6, 7, 8, 9: try await join(on: device)
        case 10: if let chosen { await perform(on: device) { await device.meetup(chosen).leave() } }
        case 11, 12, 13:
            guard let request = device.requests.requests.known.randomElement(using: &random) else { return }
            let isApproved = Int.random(in: 0..<3, using: &random) > 0
            await perform(on: device) {
                isApproved ? await device.requests.approve(request) : await device.requests.decline(request)
            }
        case 14:
            let offered = mine.filter { $0.meetup.attendance == .offered }.randomElement(using: &random)
            if let offered { await perform(on: device) { await device.meetup(offered).takeOffer() } }
        case 15, 16:
            if let own { await perform(on: device) { await device.sentInvitations(to: own.id).invite([other]) } }
        case 17:
            guard let invitation = device.invitations.invitations.known.randomElement(using: &random) else { return }
            let reply = [InvitationReply.yes, .no, .maybe].randomElement(using: &random) ?? .no
            await perform(on: device) { await device.invitations.reply(to: invitation, reply) }
        case 18: if let chosen { await perform(on: device) { await device.meetup(chosen).reconfirm() } }
        default: await loadPlans(on: device)
        }
    }

    private func create(on device: HistoryDevice, repeating rule: String? = nil) async {
        let form = device.form()
        let hours = [2, 5, 30, 60, 200].randomElement(using: &random) ?? 2
        form.draft.entry.title = "Meetup"
        form.draft.entry.eventType = .social
        form.draft.entry.capacity = [nil, 2, 3].randomElement(using: &random) ?? nil
        form.draft.entry.approval = Bool.random(using: &random) ? .automatic : .host
        form.draft.entry.visibility = Int.random(in: 0..<5, using: &random) == 0 ? .matches : .campus
        form.draft.entry.asksToReconfirm = Bool.random(using: &random)
        form.draft.entry.place.coordinates = CoordinatesEntry(latitude: 42.4534, longitude: -76.4735)
        move(&form.draft, by: hours)
        form.draft.entry.repeats = rule
        await perform(on: device) { await form.save() }
    }

    /// Asks the server for a meetup without a limit of places.
    ///
    /// - Returns: The code of the refusal; `nil` if the server has created the meetup.
    func refusalOfMeetupWithoutLimit(on index: Int) async throws -> ProblemCode? {
        let device = devices[index]
        var draft = device.form().draft
        draft.entry.title = "Meetup"
        draft.entry.eventType = .social
        draft.entry.place.coordinates = CoordinatesEntry(latitude: 42.4534, longitude: -76.4735)
        move(&draft, by: 2)
        do {
            _ = try await MeetupService(client: device.truth).create(draft.filledIn, key: device.log.newKey())
            return nil
        } catch let error as APIError {
            guard let problem = error.problem else { throw error }
            return problem.code
        }
    }

    /// Moves the draft to `hours` from now, plus up to 50 random minutes. Equal starts would be ordered by identifier.
    private func move(_ draft: inout MeetupDraft, by hours: Int) {
        let start = clock.date.addingTimeInterval(Double(hours) * 3_600 + Double.random(in: 0..<3_000, using: &random))
        draft.start = LocalTimeField(start, in: draft.zone)
        draft.end = LocalTimeField(start.addingTimeInterval(5_400), in: draft.zone)
    }

    private func edit(_ listing: MeetupListing, _ scope: SeriesScope? = nil, on device: HistoryDevice) async {
        let form = device.form(editing: listing.id)
        await perform(on: device) { await form.load() }
        if Bool.random(using: &random) {
            move(&form.draft, by: [3, 40, 100].randomElement(using: &random) ?? 3)
        } else {
            form.draft.entry.title = "Meetup \(steps.count)"
        }
        await perform(on: device) { await form.save(scope: scope) }
    }

    /// Joins a random meetup that the server shows now, even if the device does not know the meetup.
    private func join(on device: HistoryDevice) async throws {
        let found = try await MeetupService(client: device.truth).browse(limit: 100).value.list.elements
        guard let listing = found.filter({ $0.meetup.attendance == .unrelated }).randomElement(using: &random) else {
            return
        }
        await perform(on: device) { await device.meetup(listing).join() }
    }

    private func loadPlans(on device: HistoryDevice) async {
        let pick = Int.random(in: 0..<5, using: &random)
        await perform(on: device) {
            switch pick {
            case 0, 1: await device.myMeetups.meetups.load()
            case 2: await device.requests.requests.load()
            case 3:
                await device.invitations.invitations.load()
                await device.loadRest()
            default: await device.myMeetups.meetups.loadMore()
            }
        }
    }

    /// Processes all due work of the backend, including owed reloads. A reload is due within an hour.
    func letTimeSettle() async throws {
        if try await store.owesReload() { clock.advance(by: .seconds(3_600)) }
        while try await store.awaitsSettling(at: clock.date) { try await backend.runScheduledWork() }
    }
}
