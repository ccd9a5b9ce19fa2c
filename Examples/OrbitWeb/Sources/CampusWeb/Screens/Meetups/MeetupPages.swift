import Calendars
import Foundation
import Meetups
import OrbitApp
import OrbitModels
import PageParts
import Presentation
import Reputation

/// The pages and forms of meetups, without those of guests.
enum MeetupPages {
    static let pages = MeetupFormPages.pages + ownPages
    static let actions = MeetupFormPages.actions + ownActions

    private static let ownPages: [SitePage] = [
        .user(
            "/meetups",
            load: { visit, user in
                await loadOwn(user)
                let model = MeetupListScreen.model(visit, user)
                if model.meetups.items.needsLoad { await model.load() }
                return nil
            }, screen: MeetupListScreen.screen),
        .user("/meetups/month", load: loadCalendar, screen: MeetupCalendarScreens.month),
        .user("/meetups/week", load: loadCalendar, screen: MeetupCalendarScreens.week),
        .user("/meetups/agenda", load: loadCalendar, screen: MeetupCalendarScreens.agenda),
        .user(
            "/meetups/map",
            load: { visit, user in
                await loadOwn(user)
                if user.meetups.meetups.items.needsLoad { await user.meetups.load() }
                let map = MeetupMapScreen.model(visit, user)
                let viewport = MeetupMapScreen.viewport(of: visit, user)
                await map.show(viewport.box, zoom: viewport.zoom)
                return nil
            }, screen: MeetupMapScreen.screen),
        .user(
            "/meetups/suggested",
            load: { visit, user in
                let model = suggestions(visit, user)
                if model.consent.needsLoad { await model.load() }
                return nil
            }, screen: SuggestedMeetupsScreen.screen),
        .user(
            "/meetups/{id}",
            load: { visit, user in
                let model = MeetupPages.meetup(visit, user)
                await model.load()
                if model.listing.value?.meetup.attendance == .host {
                    let key = "hint \(model.id.rawValue)"
                    let hint = visit.session.models.model(key) { user.attendanceHint(of: model.id) }
                    await hint.load()
                }
                return nil
            }, screen: MeetupScreen.screen),
        .user(
            "/meetups/{id}/series",
            load: { visit, user in
                let meetup = MeetupPages.meetup(visit, user)
                if meetup.listing.value == nil { await meetup.load() }
                guard let series = MeetupPages.series(visit, user) else {
                    return PagePath.to("meetups", visit.parameter("id"))
                }
                await series.load()
                return nil
            }, screen: SeriesScreen.screen),
        .user(
            "/find-time",
            load: { visit, user in
                let model = FindTimeScreen.model(visit, user)
                FindTimeScreen.read(visit.query, into: model)
                await model.load()
                return nil
            }, screen: FindTimeScreen.screen),
    ]

    private static let ownActions: [FormAction] = [
        .user("/meetups/more") { visit, user in
            let query = visit.back.split(separator: "?", maxSplits: 1).dropFirst().first.map(String.init) ?? ""
            let list = PageVisit(
                session: visit.session, path: visit.back, parameters: [:], query: FormFields(encoded: query))
            await MeetupListScreen.model(list, user).meetups.loadMore()
            return visit.back
        },
        .user("/meetups/more-mine") { visit, user in
            await user.myMeetups.meetups.loadMore()
            return visit.back
        },
        .user("/meetups/suggested/consent") { visit, user in
            let consent = SuggestionConsent(toMe: visit.form.has("me"), toHosts: visit.form.has("hosts"))
            await suggestions(visit, user).agree(to: consent)
            return "/meetups/suggested"
        },
        .user("/meetups/{id}/act/{action}") { visit, user in
            let model = MeetupPages.meetup(visit, user)
            if model.listing.value == nil { await model.load() }
            switch AttendanceAction(rawValue: visit.parameter("action")) {
            case .join:
                let outcome = await model.join(
                    message: visit.form["message"], companions: visit.form.integer("companions") ?? 0,
                    despiteBlocks: visit.form.has("despite"))
                visit.keepFields(after: outcome)
            case .leave: await model.leave()
            case .takeOffer: await model.takeOffer()
            case .reconfirm: await model.reconfirm()
            case .checkIn: await model.checkIn()
            default: break
            }
            return visit.back
        },
        .user("/meetups/{id}/cancel") { visit, user in
            let model = MeetupPages.meetup(visit, user)
            if model.listing.value == nil { await model.load() }
            let reason = CancelReason(rawValue: visit.form["reason"])
            await model.cancel(
                because: reason.isKnown ? reason : .other, scope: SeriesScope(rawValue: visit.form["scope"]))
            return visit.back
        },
        .user("/find-time/plan") { visit, user in
            let model = FindTimeScreen.model(visit, user)
            guard let number = visit.form.integer("slot"), model.slots.indices.contains(number) else {
                return visit.back
            }
            let form = model.form(for: model.slots[number])
            visit.session.models.remove(MeetupFormViewModel.self, "form ")
            _ = visit.session.models.model("form ") { form }
            visit.session.models.remove(FindTimeViewModel.self, "planned")
            _ = visit.session.models.model("planned") { model }
            return "/meetups/new"
        },
    ]

    /// The meetup of the path. The session retains it while pages show it.
    @MainActor static func meetup(_ visit: PageVisit, _ user: SignedInUser) -> MeetupViewModel {
        let id = MeetupID(visit.parameter("id"))
        let link = visit.query.value("link")
        return visit.session.models.model(id.rawValue) { user.meetup(id, link: link) }
    }

    /// The series of the meetup of the path; `nil` if it is in no series.
    @MainActor static func series(_ visit: PageVisit, _ user: SignedInUser) -> SeriesViewModel? {
        guard let position = meetup(visit, user).listing.value?.meetup.series else { return nil }
        return visit.session.models.model(position.id.rawValue) { user.series(of: position) }
    }

    @MainActor static func suggestions(_ visit: PageVisit, _ user: SignedInUser) -> SuggestedMeetupsViewModel {
        visit.session.models.model("all") { user.suggestedMeetups() }
    }

    /// Loads the lists that all pages of meetups count.
    @MainActor private static func loadOwn(_ user: SignedInUser) async {
        if user.myMeetups.meetups.items.needsLoad { await user.myMeetups.meetups.load() }
        if user.meetupRequests.requests.items.needsLoad { await user.meetupRequests.requests.load() }
        if user.invitations.invitations.items.needsLoad { await user.invitations.invitations.load() }
    }

    @MainActor private static func loadCalendar(_ visit: PageVisit, _ user: SignedInUser) async -> String? {
        await loadOwn(user)
        return nil
    }
}
