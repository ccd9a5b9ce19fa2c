import Foundation
import Meetups
import Moderation
import OrbitApp
import OrbitModels
import PageParts
import Presentation
import Reputation
import Safety
import TimeAndChance

/// The pages and forms of safety, reports, moderation, ratings and standing.
enum SafetyPages {
    static let pages: [SitePage] = [
        .user(
            "/safety",
            load: { _, user in
                if user.checkIns.checkIns.items.needsLoad { await user.checkIns.checkIns.load() }
                if user.myMeetups.meetups.items.needsLoad { await user.myMeetups.meetups.load() }
                return nil
            }, screen: SafetyScreen.screen),
        .user(
            "/meetups/{id}/share",
            load: { visit, user in
                await sharing(visit, user).load()
                return nil
            }, screen: ShareScreen.screen),
        .user("/report/{kind}/{id}", load: checkReport, screen: ReportFormScreen.screen),
        .user("/report/{kind}/{id}/{owner}", load: checkReport, screen: ReportFormScreen.screen),
        .user(
            "/settings/reports",
            load: { _, user in
                if user.reports.reports.items.needsLoad { await user.reports.reports.load() }
                if user.reports.decisions.items.needsLoad { await user.reports.decisions.load() }
                return nil
            }, screen: ReportsScreen.screen),
        .user(
            "/moderation",
            load: { _, user in
                await user.moderation.load()
                return nil
            }, screen: ModerationScreen.screen),
        .user(
            "/moderation/{id}",
            load: { visit, user in
                do {
                    if user.moderation.isModerator == nil { await user.moderation.load() }
                    try await user.moderation.open(CaseID(visit.parameter("id")))
                } catch {
                    visit.session.notices[visit.path] = PageNotice(
                        text: Failure(error, in: visit.words).message, isFailure: true)
                }
                return nil
            }, screen: ModerationScreen.file),
        .user(
            "/meetups/{id}/ratings",
            load: { visit, user in
                await rating(visit, user).load()
                return nil
            }, screen: RatingScreen.screen),
        .user(
            "/standing",
            load: { _, user in
                await user.standing.load()
                if user.ratings.received.items.needsLoad { await user.ratings.received.load() }
                return nil
            }, screen: StandingScreen.screen),
        .user(
            "/after",
            load: { _, user in
                if user.myMeetups.meetups.items.needsLoad { await user.myMeetups.meetups.load() }
                await user.afterMeetup?.load()
                return nil
            }, screen: AfterScreen.screen),
    ]

    static let actions: [FormAction] = safety + reports + ratings

    private static let safety: [FormAction] = [
        .user("/safety") { visit, user in
            let minutes = min(max(visit.form.integer("minutes") ?? TypedCheckIn.usualMinutes, 5), 2_880)
            let start = user.myMeetups.meetups.known.first { $0.id.rawValue == visit.form["meetup"] }
            let now = visit.session.settings.time.date
            let base = start.map { max($0.meetup.plan.span.end, now) } ?? now
            var entry = CheckInEntry(
                meetupID: start?.id, dueAt: base.addingTimeInterval(Double(minutes) * 60),
                contact: CheckInContact(name: visit.form["name"], email: visit.form["contact"]),
                message: visit.form["message"], sharesPlan: start != nil && visit.form.has("plan"))
            let typed = visit.session.models.model("check-in") { TypedCheckIn() }
            // The server may have started the check-in without a response. The same entry starts it once.
            if let earlier = typed.sentEntry(like: entry) { entry = earlier }
            let outcome = await user.checkIns.create(entry)
            typed.entry = outcome == .done ? nil : entry
            typed.minutes = outcome == .done ? TypedCheckIn.usualMinutes : minutes
            return "/safety"
        },
        .user("/safety/more") { _, user in
            await user.checkIns.checkIns.loadMore()
            return "/safety"
        },
        .user("/safety/{id}/{action}") { visit, user in
            let model = user.checkIns
            let checkIn = model.checkIns.known.first { $0.id.rawValue == visit.parameter("id") }
            guard let checkIn else { return "/safety" }
            switch visit.parameter("action") {
            case "safe": await model.safe(checkIn)
            case "cancel": await model.cancel(checkIn)
            case "extend": await model.extend(checkIn, to: checkIn.dueAt.addingTimeInterval(3_600))
            default: break
            }
            return "/safety"
        },
        .user("/meetups/{id}/share/{action}") { visit, user in
            let model = sharing(visit, user)
            switch visit.parameter("action") {
            case "make": await model.makeLink()
            case "hide": model.hideLink()
            case "extend": await model.extend(to: visit.form.integer("hours") ?? 4)
            case "revoke": await model.revoke()
            default: break
            }
            return PagePath.to("meetups", visit.parameter("id"), "share")
        },
    ]

    private static let reports: [FormAction] = [
        .user("/report/{kind}/{id}", perform: sendReport),
        .user("/report/{kind}/{id}/{owner}", perform: sendReport),
        .user("/settings/reports/{list}") { visit, user in
            let model = user.reports
            if visit.parameter("list") == "more" {
                await model.reports.loadMore()
            } else {
                await model.decisions.loadMore()
            }
            return "/settings/reports"
        },
        .user("/settings/reports/{kind}/{id}") { visit, user in
            let (model, id, text) = (user.reports, visit.parameter("id"), visit.form["text"])
            if let report = model.reports.known.first(where: { $0.id.rawValue == id }) {
                visit.keepFields(after: await model.appeal(report, text))
            } else if let decision = model.decisions.known.first(where: { $0.id.rawValue == id }) {
                visit.keepFields(after: await model.appeal(decision, text))
            } else {
                visit.keepFields(after: .skipped)
            }
            return "/settings/reports"
        },
        .user("/moderation/{id}") { visit, user in
            let action = ModerationAction(rawValue: visit.form["action"])
            // The session has one open case, and another tab may have opened another case. The page opens its case again.
            guard action.isKnown, user.moderation.file?.summary.id.rawValue == visit.parameter("id") else {
                visit.keepFields(after: .skipped)
                if action.isKnown { visit.note(visit.word(.oldPage), at: visit.back) }
                return visit.back
            }
            let outcome = await user.moderation.decide(
                action, because: ReportReason(rawValue: visit.form["reason"]), note: visit.form["note"],
                days: visit.form.integer("days"), removesContent: visit.form.has("remove"))
            visit.keepFields(after: outcome)
            visit.note(outcome, at: outcome == .done ? "/moderation" : visit.back)
            return outcome == .done ? "/moderation" : visit.back
        },
        .user("/moderation/appeals/{id}") { visit, user in
            let appeal = user.moderation.appeals.known.first { $0.id.rawValue == visit.parameter("id") }
            if let appeal {
                let outcome = await user.moderation.decide(
                    appeal, overturns: visit.form["decision"] == "overturn", note: visit.form["note"])
                visit.keepFields(after: outcome)
            } else {
                visit.keepFields(after: .skipped)
            }
            return "/moderation"
        },
    ]

    private static let ratings: [FormAction] = [
        .user("/standing/more") { _, user in
            await user.ratings.received.loadMore()
            return "/standing"
        },
        .user("/meetups/{id}/ratings") { visit, user in
            let model = rating(visit, user)
            let path = PagePath.to("meetups", visit.parameter("id"), "ratings")
            guard let due = model.people.first(where: { $0.person.id.rawValue == visit.form["person"] }) else {
                return path
            }
            let tags = RatingTag.known.filter { visit.form.values("tags").contains($0.rawValue) }
            model[due.id] = RatingDraft(
                stars: visit.form.integer("stars"), tags: tags, note: visit.form["note"],
                meetAgain: visit.form.value("again").map { $0 == "1" })
            await model.send(due)
            return path
        },
        .user("/after") { visit, user in
            guard let after = user.afterMeetup, after.id.rawValue == visit.form["meetup"] else { return "/after" }
            switch after.answer(isPositive: visit.form["good"] == "1") {
            case .planAnother(let form):
                visit.session.models.remove(MeetupFormViewModel.self, "form ")
                _ = visit.session.models.model("form ") { form }
                return "/meetups/new"
            case .keepAway(let sheets):
                visit.session.models.remove(PeopleToAvoid.self, "after")
                _ = visit.session.models.model("after") { PeopleToAvoid(sheets) }
                return "/after"
            }
        },
    ]

    @MainActor static func sharing(_ visit: PageVisit, _ user: SignedInUser) -> PlanSharingViewModel {
        let id = MeetupID(visit.parameter("id"))
        return visit.session.models.model(id.rawValue) { user.sharing(of: id) }
    }

    @MainActor static func rating(_ visit: PageVisit, _ user: SignedInUser) -> RateMeetupViewModel {
        let id = MeetupID(visit.parameter("id"))
        return visit.session.models.model(id.rawValue) { user.rating(of: id) }
    }

    /// The form of the subject in the path; `nil` for another kind of subject.
    @MainActor static func report(_ visit: PageVisit, _ user: SignedInUser) -> ReportFormViewModel? {
        let (id, owner) = (visit.parameter("id"), visit.parameters["owner"])
        let key = visit.path.split(separator: "?").first.map(String.init) ?? ""
        let subject: ReportSubject
        switch (visit.parameter("kind"), owner) {
        case ("person", nil): subject = .person(UserID(id))
        case ("meetup", nil): subject = .meetup(MeetupID(id))
        case ("post", nil): subject = .post(PostID(id))
        case ("messages", nil):
            // Only the conversation knows the chosen messages, so its page has created the form.
            return visit.session.models.existing(ReportFormViewModel.self, key)
        case ("photo", let owner?): subject = .photo(PhotoID(id), of: UserID(owner))
        default: return nil
        }
        return visit.session.models.model(key) { user.report(about: subject) }
    }

    @MainActor private static func checkReport(_ visit: PageVisit, _ user: SignedInUser) async -> String? {
        report(visit, user) == nil ? "/settings/reports" : nil
    }

    @MainActor private static func sendReport(_ visit: PageVisit, _ user: SignedInUser) async -> String {
        guard let form = report(visit, user) else { return "/settings/reports" }
        let reason = visit.form.value("reason").map { ReportReason(rawValue: $0) }
        form.category = reason?.category
        form.reason = reason
        form.text = visit.form["text"]
        let wanted = form.offered.filter { visit.form.values("evidence").contains($0.rawValue) && $0 != .text }
            .map { EvidenceChoice($0) }
        let text = visit.form["evidence-text"]
        let choices = wanted + (text.isEmpty ? [] : [EvidenceChoice(.text, text: text)])
        for choice in form.evidence where !choices.contains(choice) { form.toggle(choice) }
        for choice in choices where !form.evidence.contains(choice) { form.toggle(choice) }
        await form.send()
        return ReportFormScreen.path(visit)
    }
}
