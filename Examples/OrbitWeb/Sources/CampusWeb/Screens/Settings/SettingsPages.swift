import Foundation
import Meetups
import Moderation
import NotificationScheduling
import OrbitApp
import OrbitModels
import PageParts
import Presentation
import Profiles
import TimeAndChance

/// The pages and forms of the settings.
enum SettingsPages {
    /// The time to send the unsent messages before a change of the language.
    private static let sendingTime = Duration.seconds(3)

    static let pages: [SitePage] = [
        .user(
            "/settings",
            load: { _, user in
                if user.moderation.isModerator == nil { await user.moderation.load() }
                return nil
            }, screen: SettingsScreen.screen),
        .user("/settings/account", screen: AccountScreen.screen),
        .user(
            "/settings/calendars",
            load: { _, user in
                if user.calendarFeed.feed.needsLoad { await user.calendarFeed.load() }
                return nil
            }, screen: CalendarsScreen.screen),
        .user(
            "/reminders",
            load: { _, user in
                await user.reminders.refresh()
                return nil
            }, screen: RemindersScreen.screen),
    ]

    static let actions: [FormAction] = [
        FormAction("/settings/language") { visit in
            guard let language = PageLanguage(rawValue: visit.form["language"]) else { return visit.back }
            if await !visit.session.use(language, within: sendingTime) {
                visit.session.notices[visit.back] = PageNotice(text: visit.word(.unsentFirst), isFailure: true)
            }
            return visit.back
        },
        .user("/settings/account/export") { _, user in
            await user.account.export()
            return "/settings/account"
        },
        .user("/settings/account/drop") { _, user in
            user.account.dropArchive()
            return "/settings/account"
        },
        .user("/settings/account/erase") { visit, user in
            user.account.confirmation = visit.form["confirmation"]
            guard user.account.isConfirmed else {
                visit.note(visit.word(.confirmationDiffers), at: "/settings/account")
                return "/settings/account"
            }
            do {
                try await visit.app.eraseAccount()
            } catch {
                visit.session.notices["/sign-in"] = PageNotice(
                    text: Failure(error, in: visit.words).message, isFailure: true)
            }
            return visit.app.route == .auth ? "/sign-in" : "/settings/account"
        },
        .user("/settings/calendars/{action}") { visit, user in
            switch visit.parameter("action") {
            case "renew": await user.calendarFeed.renew()
            case "revoke": await user.calendarFeed.revoke()
            case "hide": user.calendarFeed.hideAddress()
            case "remove": await user.importedCalendars.remove(named: visit.form["name"])
            case "import":
                guard let file = visit.form.files["file"] else { break }
                let name = visit.form["name"].trimmingCharacters(in: .whitespaces).prefix(60)
                await user.importedCalendars.read(file.bytes, named: name.isEmpty ? file.name : String(name))
            default: break
            }
            return "/settings/calendars"
        },
        .user("/reminders") { visit, user in
            let wanted = Set(visit.form.values("kind"))
            var preferences = user.reminders.preferences
            for kind in RemindersScreen.kinds {
                if wanted.contains(kind.rawValue) {
                    preferences.mutedKinds.remove(kind)
                } else {
                    preferences.mutedKinds.insert(kind)
                }
            }
            preferences.quietHours = visit.form.has("quiet") ? preferences.quietHours ?? .night : nil
            user.reminders.preferences = preferences
            return "/reminders"
        },
        .user("/reminders/snooze") { visit, user in
            let shown = user.reminders.plan?.notifications.first { $0.identifier.rawValue == visit.form["id"] }
            if let shown {
                let until = visit.session.settings.time.date.addingTimeInterval(3_600)
                user.reminders.snooze(
                    Snooze(shown.identifier, version: visit.form.integer("version") ?? 0, until: until))
            }
            return "/reminders"
        },
    ]
}
