import Connections
import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Reputation
import Safety
import Trust

extension RandomHistory {
    /// Takes a random action that follows a meetup or that separates people, such as a rating, a mute or a report.
    ///
    /// - Parameters:
    ///   - index: The index of the device that acts.
    ///   - other: The person that the action may concern.
    func useSafety(on index: Int, about other: UserID) async throws {
        let device = devices[index]
        let choice = Int.random(in: 0..<34, using: &random)
        note("\(index) care \(choice) \(other)")
        switch choice {
        case 0, 1, 2: try await meetTogether(on: index)
        case 3, 4, 5, 6:
            if let due = device.ratings.due.known.randomElement(using: &random) { await rate(due, on: index) }
        case 7, 8: try await rateEachOther(on: index)
        case 9, 10:
            guard let given = device.ratings.given.known.randomElement(using: &random) else { return }
            let draft = draft(of: given.rating, on: index)
            await perform(on: device) { await device.ratings.edit(given, draft) }
        case 11:
            guard let given = device.ratings.given.known.randomElement(using: &random) else { return }
            let meetAgain = [true, false, nil].randomElement(using: &random) ?? nil
            await perform(on: device) { await device.ratings.setMeetAgain(meetAgain, for: given) }
        case 12:
            let past = device.myMeetups.meetups.known.filter { $0.meetup.plan.span.end <= clock.date }
            if let meetup = past.randomElement(using: &random) {
                await perform(on: device) { await device.ratings.sayMet(other, at: meetup.id) }
            }
        case 13, 14, 15, 16: await loadSafety(on: device, about: other)
        case 17, 18: await mute(other, on: index)
        case 19:
            guard let mute = device.mutes.muted.known.randomElement(using: &random) else { return }
            await perform(on: device) { await device.mutes.unmute(mute.userID) }
        case 20, 21, 22: try await report(on: index, about: other)
        case 23: await appeal(on: device)
        case 24, 25, 26: try await decide()
        case 27: try await decideAppeal()
        case 28: if Bool.random(using: &random) { try await lift() }
        case 29: if Int.random(in: 0..<5, using: &random) == 0 { try await erase(on: index) }
        case 30: if Int.random(in: 0..<3, using: &random) == 0 { clock.advance(by: .seconds(15 * 86_400)) }
        case 31: clock.advance(by: .seconds(23 * 3_600))
        default: break
        }
    }

    /// Has several people attend a meetup and most of them check in, and advances the clock past the meetup.
    private func meetTogether(on index: Int) async throws {
        let mine = try await MeetupService(client: devices[index].truth).mine(limit: 100).value.list.elements
            .map(\.meetup)
        let latest = clock.date.addingTimeInterval(20 * 86_400)
        let chosen = mine.filter { meetup in
            meetup.attendance.isAttending && meetup.status == .scheduled
                && (clock.date..<latest).contains(meetup.plan.span.start)
        }
        guard let meetup = chosen.randomElement(using: &random) else { return }
        for other in await present() where other != index {
            let guests = MeetupGuestService(client: devices[other].truth)
            // A person who may not join does not attend.
            _ = try? await guests.join(meetup.id, key: devices[other].log.newKey())
        }
        let early = meetup.plan.span.start.addingTimeInterval(-600).timeIntervalSince(clock.date)
        if early > 0 { clock.advance(by: .seconds(Int(early))) }
        for other in await present() where Int.random(in: 0..<4, using: &random) > 0 {
            let device = devices[other]
            guard let listing = try? await MeetupService(client: device.truth).meetup(meetup.id).value else {
                continue
            }
            if listing.meetup.attendance == .host {
                if Bool.random(using: &random) { await post(at: meetup.id, on: device) }
            } else if listing.meetup.attendance.isAttending {
                await perform(on: device) { await device.meetup(listing).checkIn() }
            }
        }
        clock.advance(by: .seconds(7_200))
    }

    private func post(at meetup: MeetupID, on device: HistoryDevice) async {
        // A person who was removed meanwhile cannot post.
        _ = try? await MeetupFeedService(client: device.truth).post("Hello", in: meetup, key: device.log.newKey())
    }

    // MARK: Ratings

    private func draft(of rating: (by: UserID, of: UserID, at: MeetupID), on index: Int) -> RatingDraft {
        secrets.append(
            HistorySecret(
                audience: .rating(by: rating.by, named: devices[index].name, of: rating.of, at: rating.at)))
        return RatingDraft(
            stars: Int.random(in: 1...5, using: &random),
            tags: Bool.random(using: &random) ? [.friendly] : [], note: HistorySecret.text(secrets.count - 1),
            meetAgain: [true, false, nil].randomElement(using: &random) ?? nil)
    }

    private func draft(of rating: UserRating, on index: Int) -> RatingDraft {
        draft(of: (rating.raterID, rating.rateeID, rating.meetupID), on: index)
    }

    private func rate(_ due: DueRating, on index: Int) async {
        let device = devices[index]
        let draft = draft(of: (owners[index], due.person.id, due.meetup.id), on: index)
        await perform(on: device) { await device.ratings.rate(due, draft) }
    }

    /// Lets two people who have met rate each other at the same time.
    private func rateEachOther(on index: Int) async throws {
        let own = try await RatingService(client: devices[index].truth).due(limit: 100).value.list.elements
        guard let due = own.randomElement(using: &random),
            let there = owners.firstIndex(of: due.person.id), await !devices[there].isSignedOut,
            let reverse = try? await RatingService(client: devices[there].truth).due(limit: 100).value.list.elements
                .first(where: { $0.person.id == owners[index] && $0.meetup.id == due.meetup.id })
        else { return await devices[index].ratings.loadDue() }
        let drafts = (
            draft(of: (owners[index], due.person.id, due.meetup.id), on: index),
            draft(of: (due.person.id, owners[index], due.meetup.id), on: there)
        )
        let (one, other) = (devices[index], devices[there])
        async let first = one.ratings.rate(due, drafts.0)
        async let second = other.ratings.rate(reverse, drafts.1)
        _ = await (first, second)
    }

    private func loadSafety(on device: HistoryDevice, about other: UserID) async {
        let pick = Int.random(in: 0..<10, using: &random)
        await perform(on: device) {
            switch pick {
            case 0, 1: await device.ratings.loadDue()
            case 2: await device.ratings.given.load()
            case 3: await device.ratings.received.load()
            case 4: await device.mutes.load()
            case 5: await device.reports.reports.load()
            case 6: await device.reports.decisions.load()
            case 7: await device.lookAtOwnStanding()
            case 8: await device.lookAtStanding(of: other)
            default: await device.ratings.given.loadMore()
            }
        }
    }

    // MARK: Mutes and reports

    private func mute(_ other: UserID, on index: Int) async {
        let device = devices[index]
        // People do not mute a person that they have blocked, or who is suspended or deleted.
        guard !device.heard.hidden.contains(other), !device.log.isHiding(other) else { return }
        let length: Duration? = [nil, .seconds(7_200), .seconds(10 * 86_400)].randomElement(using: &random) ?? nil
        let surfaces = MuteSurface.known.filter { _ in Bool.random(using: &random) }
        let name = people[other]?.profile.name
        muted[owners[index], default: []].insert(other)
        await perform(on: device) {
            await device.mutes.mute(
                other, name: name, for: length, surfaces: surfaces.isEmpty ? MuteSurface.known : surfaces)
        }
    }

    private func report(on index: Int, about other: UserID) async throws {
        let device = devices[index]
        let browsed = try await MeetupService(client: device.truth).browse(limit: 100).value.list.elements
        let owner = owners[index]
        let meetups = (browsed + device.myMeetups.meetups.known).filter { $0.host.id != owner }
        var subject = ReportSubject.person(other)
        if let meetup = meetups.randomElement(using: &random), Bool.random(using: &random) {
            subject = .meetup(meetup.id)
            let posts = try? await MeetupFeedService(client: device.truth).posts(in: meetup.id).value.list.elements
            if let post = posts?.first(where: { $0.author.map { $0.id != owner } ?? false }) {
                subject = .post(post.id)
            }
        }
        secrets.append(HistorySecret(audience: .one(device.name)))
        let form = device.report(subject)
        form.category = .harassment
        form.reason = .insult
        form.text = HistorySecret.text(secrets.count - 1)
        if Bool.random(using: &random) { form.toggle(EvidenceChoice(.profile)) }
        await perform(on: device) { await form.send() }
    }

    private func appeal(on device: HistoryDevice) async {
        let reports = device.reports.reports.known.filter(\.canBeAppealed)
        let decisions = device.reports.decisions.known.filter(\.canBeAppealed)
        if let report = reports.randomElement(using: &random), Bool.random(using: &random) || decisions.isEmpty {
            await perform(on: device) { await device.reports.appeal(report, "Look again.") }
        } else if let decision = decisions.randomElement(using: &random) {
            await perform(on: device) { await device.reports.appeal(decision, "It was not me.") }
        }
    }
}
