import Foundation
import ICalendar
import Meetups
import Moderation
import NotificationScheduling
import OrbitApp
import OrbitModels
import PageParts
import Presentation
import Profiles

/// The settings, with links to their pages.
@MainActor enum SettingsScreen {
    static func screen(_ visit: PageVisit, _ user: SignedInUser) -> PageScreen {
        let languages = PageLanguage.allCases.map { (value: $0.rawValue, title: $0.name) }
        let links: [(PageWord, String)] = [
            (.calendars, "/settings/calendars"), (.blocksTitle, "/settings/blocks"),
            (.reportsTitle, "/settings/reports"), (.reminders, "/reminders"), (.safety, "/safety"),
            (.account, "/settings/account"),
        ]
        let items = links.map { word, path -> Markup in
            "<li class=\"card\"><a href=\(path)>\(visit.word(word))</a></li>"
        }
        var desk = Markup.empty
        if user.moderation.isModerator == true {
            desk = "<li class=\"card\"><a href=\"/moderation\">\(visit.word(.moderation))</a></li>"
        }
        return PageScreen(
            visit.word(.settings), tab: .profile,
            [
                PageScreen.Region("pages", "<ul class=\"list\">\(items)\(desk)</ul>"),
                PageScreen.Region(
                    "languages",
                    visit.form(
                        "/settings/language",
                        """
                        \(visit.select(
                            visit.word(.language), "language", visit.session.language.rawValue, languages))
                        <button>\(visit.word(.save))</button>
                        """)),
                PageScreen.Region(
                    "out",
                    """
                    \(ChatsScreen.unsent(user, visit))
                    <div class="actions">\(visit.button(visit.word(.signOut), "/sign-out"))</div>
                    """),
            ])
    }
}

/// The session of this browser, the copy of the user's data, and the erasure of the account.
@MainActor enum AccountScreen {
    static func screen(_ visit: PageVisit, _ user: SignedInUser) -> PageScreen {
        let account = user.account
        var file = Markup.empty
        if let archive = account.archive {
            let size = visit.dates.number(Double(archive.count) / 1_000)
            file = """
                <p><a class="button primary" href="/export.json" download>\(visit.word(.download)) (\(size) kB)</a>
                \(visit.button(visit.word(.dropCopy), "/settings/account/drop"))</p>
                """
        }
        var again = Markup.empty
        if account.needsSignIn { again = "<p class=\"notice\">\(visit.word(.signInAgain))</p>" }
        return PageScreen(
            visit.word(.account), tab: .profile,
            [
                PageScreen.Region(
                    "session",
                    """
                    <h2>\(visit.word(.thisBrowser))</h2>
                    <dl class="facts"><dt>\(visit.word(.email))</dt>
                    <dd>\(name: user.profile.saved.value?.email ?? "")</dd></dl>
                    <p class="hint">\(visit.word(.sessionHint))</p>
                    \(visit.button(visit.word(.signOut), "/sign-out"))
                    """),
                PageScreen.Region(
                    "export",
                    """
                    <h2>\(visit.word(.export))</h2><p class="hint">\(visit.word(.exportHint))</p>\(file)
                    \(visit.button(visit.word(.makeCopy), "/settings/account/export", isDisabled: account.isExporting))
                    """),
                PageScreen.Region(
                    "erase",
                    """
                    <h2>\(visit.word(.eraseAccount))</h2><p class="hint">\(visit.word(.eraseHint))</p>
                    \(visit.failure(account.failure))\(again)
                    \(visit.form(
                        "/settings/account/erase",
                        """
                        \(visit.field(visit.word(.email), "confirmation", account.confirmation, type: "email"))
                        <button class="danger"\("disabled", if: account.isErasing)>\(visit.word(.eraseAccount))</button>
                        """))
                    """),
            ])
    }
}

/// The address of the user's calendar, and the calendars of other programs.
@MainActor enum CalendarsScreen {
    static func screen(_ visit: PageVisit, _ user: SignedInUser) -> PageScreen {
        let feed = user.calendarFeed
        let notices = feed.notices.map { notice -> Markup in "<p>\(visit.words(notice))</p>" }
        var address = Markup.empty
        if let made = feed.address {
            address = """
                <p class="address">\(made.url.absoluteString)</p>
                \(visit.button(visit.word(.hide), "/settings/calendars/hide"))
                """
        }
        func title(_ code: String) -> String { visit.words.sentence(code, in: .calendarFeedActions) }
        let make = visit.button(
            title(feed.createdAt == nil ? "create" : "renew"), "/settings/calendars/renew", isDisabled: feed.isWorking)
        var revoke = Markup.empty
        if feed.createdAt != nil {
            revoke = visit.button(title("revoke"), "/settings/calendars/revoke", style: "danger")
        }
        return PageScreen(
            visit.word(.calendars), tab: .profile,
            [
                PageScreen.Region(
                    "feed",
                    """
                    <h2>\(visit.word(.calendarFeed))</h2>
                    \(visit.failure(feed.feed.failure))\(visit.failure(feed.failure))\(notices)\(address)
                    <div class="actions">\(make)\(revoke)</div>
                    """),
                PageScreen.Region("imported", imported(user.importedCalendars, visit)),
            ])
    }

    private static func imported(_ model: ImportedCalendars, _ visit: PageVisit) -> Markup {
        let items = model.calendars.map { calendar -> Markup in
            let problems = calendar.problems.prefix(5).map { problem -> Markup in
                "<li>\(name: problem.message(in: visit.words))</li>"
            }
            return """
                <li class="card"><h3>\(name: calendar.name)</h3>
                <p class="meta">\(visit.word(.busyTimes, ["count": .integer(calendar.spans.count)]))</p>
                <ul>\(problems)</ul>
                \(visit.button(visit.word(.remove), "/settings/calendars/remove", [("name", calendar.name)]))</li>
                """
        }
        return """
            <h2>\(visit.word(.importedCalendars))</h2><p class="hint">\(visit.word(.importHint))</p>
            <ul class="list">\(items)</ul>\(visit.failure(model.failure))
            \(visit.form(
                "/settings/calendars/import", hasFile: true,
                """
                \(visit.field(visit.word(.calendarName), "name", "", attributes: " maxlength=\"60\" required"))
                <div class="field"><label for="file">\(visit.word(.calendarFile))</label>
                <input type="file" id="file" name="file" accept=".ics,text/calendar" required></div>
                <button>\(visit.word(.importCalendar))</button>
                """))
            """
    }
}

/// The reminders of the user, and the kinds that the user wants.
@MainActor enum RemindersScreen {
    static func screen(_ visit: PageVisit, _ user: SignedInUser) -> PageScreen {
        let model = user.reminders
        let items = (model.plan?.notifications ?? []).prefix(30).map { reminder -> Markup in
            let version = reminder.subjects.first?.version ?? 0
            let fields = [("id", reminder.identifier.rawValue), ("version", String(version))]
            return """
                <li class="card"><p>\(name: reminder.text(in: visit.words))</p>
                <p class="meta">\(visit.dates.dayAndTime(reminder.fire))</p>
                \(visit.button(visit.word(.snooze), "/reminders/snooze", fields))</li>
                """
        }
        let kinds: [(NotificationKind, PageWord)] = [
            (.dayBefore, .remindDayBefore), (.hourBefore, .remindHourBefore), (.reconfirm, .remindReconfirm),
            (.afterMeetup, .remindAfter), (.newRequest, .remindRequests), (.ratingDue, .remindRatings),
            (.invitationDeadline, .remindInvitations), (.checkInDue, .remindCheckIns),
        ]
        let choices = kinds.map { kind, word -> Markup in
            visit.checkbox(
                visit.word(word), "kind", kind.rawValue, isOn: !model.preferences.mutedKinds.contains(kind))
        }
        let list: Markup =
            items.isEmpty
            ? visit.empty(visit.word(.noReminders), link: (visit.words(HomeTab.meetups), "/meetups"))
            : "<ul class=\"list\">\(items)</ul>"
        return PageScreen(
            visit.word(.reminders), tab: .profile,
            [
                PageScreen.Region("plan", "\(visit.failure(model.failure))\(list)"),
                PageScreen.Region(
                    "kinds",
                    visit.form(
                        "/reminders",
                        """
                        <fieldset><legend>\(visit.word(.remindMe))</legend>\(choices)</fieldset>
                        \(visit.checkbox(visit.word(.quietNights), "quiet", isOn: model.preferences.quietHours != nil))
                        <button>\(visit.word(.save))</button>
                        """)),
            ])
    }

    /// The kinds that the form shows.
    static let kinds: [NotificationKind] = [
        .dayBefore, .hourBefore, .reconfirm, .afterMeetup, .newRequest, .ratingDue, .invitationDeadline, .checkInDue,
    ]
}
