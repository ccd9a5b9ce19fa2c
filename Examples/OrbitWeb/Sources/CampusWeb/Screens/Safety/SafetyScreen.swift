import Foundation
import Meetups
import OrbitApp
import OrbitModels
import PageParts
import Presentation
import Safety
import Validation

/// The safety check-ins, and the form of a new check-in.
@MainActor enum SafetyScreen {
    static func screen(_ visit: PageVisit, _ user: SignedInUser) -> PageScreen {
        let model = user.checkIns
        let list = visit.list(model.checkIns, more: "/safety/more") { row($0, model, visit) }
        return PageScreen(
            visit.word(.safety), tab: .profile,
            [
                PageScreen.Region("running", "\(visit.failure(model.failure))\(list)"),
                PageScreen.Region("new", form(model, user, visit)),
                PageScreen.Region(
                    "links",
                    """
                    <div class="actions"><a class="button" href="/settings/blocks">\(visit.word(.blocksTitle))</a>
                    <a class="button" href="/settings/reports">\(visit.word(.reportsTitle))</a></div>
                    """),
            ])
    }

    private static func row(_ checkIn: SafetyCheckIn, _ model: CheckInsViewModel, _ visit: PageVisit) -> Markup {
        let id = checkIn.id.rawValue
        let isBusy = model.inFlight.contains(checkIn.id)
        let isOpen = checkIn.endedAt == nil && (checkIn.state == .running || checkIn.state == .missed)
        var buttons = Markup.empty
        if isOpen {
            let minutes = Int(model.remaining(of: checkIn) / 60)
            let extend = visit.button(
                visit.word(.extendHour), PagePath.to("safety", id, "extend"), isDisabled: isBusy)
            let cancel = visit.button(visit.word(.cancel), PagePath.to("safety", id, "cancel"), isDisabled: isBusy)
            buttons = """
                <p class="meta">\(visit.word(.minutesLeft, ["count": .integer(max(0, minutes))]))</p>
                <div class="actions">
                \(visit.button(visit.word(.iAmSafe), PagePath.to("safety", id, "safe"), style: "primary", isDisabled: isBusy))
                \(extend)\(cancel)</div>
                """
        }
        return """
            <li class="card" id=\("check-\(id)")><h2>\(name: checkIn.contact.name)</h2>
            <p>\(visit.words(checkIn.state)) · \(visit.dates.dayAndTime(checkIn.dueAt))</p>
            <p>\(name: model.notice(of: checkIn))</p>\(buttons)</li>
            """
    }

    private static func form(_ model: CheckInsViewModel, _ user: SignedInUser, _ visit: PageVisit) -> Markup {
        let own = user.myMeetups.meetups.known.filter { $0.meetup.attendance.isAttending }
        var meetups = [(value: "", title: visit.word(.noMeetup))]
        for listing in own { meetups.append((value: listing.id.rawValue, title: listing.meetup.plan.title)) }
        let minutes = [30, 60, 120, 240].map {
            (value: String($0), title: visit.word(.minutes, ["count": .integer($0)]))
        }
        let typed = visit.session.models.model("check-in") { TypedCheckIn() }
        func problem(_ path: String) -> String? {
            guard let entry = typed.entry else { return nil }
            let failures = model.failures(in: entry).filter { $0.path == path || $0.path.hasPrefix(path + ".") }
            return failures.isEmpty ? nil : visit.app.catalogue.message(for: failures, in: .checkIn)
        }
        return """
            <h2>\(visit.word(.newCheckIn))</h2><p class="hint">\(visit.word(.checkInHint))</p>
            \(visit.form(
                "/safety",
                """
                \(visit.field(
                    visit.word(.contactName), "name", typed.entry?.contact.name ?? "", problem: problem("contact.name")))
                \(visit.field(
                    visit.word(.email), "contact", typed.entry?.contact.email ?? "", type: "email",
                    problem: problem("contact.email")))
                \(visit.select(
                    visit.word(.meetup), "meetup", typed.entry?.meetupID?.rawValue ?? visit.query["meetup"], meetups))
                \(visit.select(
                    visit.word(.dueIn), "minutes", String(typed.minutes), minutes, problem: problem("due_at")))
                \(visit.textArea(
                    visit.word(.messageToContact), "message", typed.entry?.message ?? "", maxLength: 1_000,
                    problem: problem("message")))
                \(visit.checkbox(visit.word(.sharePlanWithContact), "plan", isOn: typed.entry?.sharesPlan ?? false))
                <button class="primary"\("disabled", if: model.isCreating)>\(visit.word(.startCheckIn))</button>
                """))
            """
    }
}

/// The typed form of a check-in that could not be created, so that the next page shows it again.
@MainActor final class TypedCheckIn {
    /// The minutes until a check-in is due, unless the person chooses others.
    nonisolated static let usualMinutes = 60

    var entry: CheckInEntry?
    /// The chosen minutes until the check-in is due.
    var minutes = TypedCheckIn.usualMinutes

    /// Returns the typed entry if another entry differs from it only by the time since the form was sent, up to two
    /// minutes.
    func sentEntry(like other: CheckInEntry) -> CheckInEntry? {
        guard let entry, (0..<120).contains(other.dueAt.timeIntervalSince(entry.dueAt)) else { return nil }
        var later = entry
        later.dueAt = other.dueAt
        return later == other ? entry : nil
    }
}

/// The link to the plan of a meetup.
@MainActor enum ShareScreen {
    static func screen(_ visit: PageVisit, _ user: SignedInUser) -> PageScreen {
        let model = SafetyPages.sharing(visit, user)
        let path = PagePath.to("meetups", model.meetupID.rawValue, "share")
        let notices = model.notices.map { code -> Markup in
            "<p>\(visit.words.sentence(code, in: .planSharing))</p>"
        }
        var link = Markup.empty
        if let made = model.link {
            link = """
                <p class="address">\(made.url.absoluteString)</p>
                \(visit.button(visit.word(.hide), path + "/hide"))
                """
        }
        var blocked = Markup.empty
        if model.isBlockedPersonThere { blocked = "<p class=\"notice failure\">\(visit.word(.blockedPersonThere))</p>" }
        var more = Markup.empty
        if model.createdAt != nil {
            let hours = [1, 4, 12, 24].map { (value: String($0), title: String($0)) }
            more = """
                \(visit.form(
                    path + "/extend",
                    """
                    \(visit.select(visit.word(.hoursAfter), "hours", String(model.state.value?.hours ?? 4), hours))
                    <button>\(visit.word(.save))</button>
                    """))
                \(visit.button(visit.word(.endLink), path + "/revoke", style: "danger"))
                """
        }
        let make = visit.button(
            visit.word(model.createdAt == nil ? .makeLink : .makeNewLink), path + "/make", style: "primary",
            isDisabled: model.isWorking)
        return PageScreen(
            visit.word(.sharePlan), tab: .meetups,
            content: """
                \(blocked)\(visit.failure(model.state.failure))\(visit.failure(model.failure))
                \(notices)\(link)<div class="actions">\(make)</div>\(more)
                """)
    }
}
