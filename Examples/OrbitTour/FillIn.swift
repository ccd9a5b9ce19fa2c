import Foundation
import OrbitApp
import OrbitModels
import Presentation
import Profiles
import TimeAndChance
import Validation

extension Journey {
    func beginTheProfile() async {
        narrator.step(6, "The profile, step by step", by: "Profiles · Validation")
        guard let user = app.user else { return }
        user.profile.draft.name = "Maya Patel"
        user.profile.draft.location = Location(city: "Ithaca", state: "NY")
        // The years follow the clock, so that the person is 17 or younger, and then at least 18.
        let year = CalendarDay(environment.time.date, in: environment.zone).year
        user.profile.draft.birthMonth = BirthMonth(year: year - 17, month: 2)
        await user.profile.next()
        narrator.show("born", "February \(year - 17)")
        narrator.show("the app", user.profile.messages.joined(separator: " "))
        user.profile.draft.birthMonth = BirthMonth(year: year - 20, month: 2)
        user.profile.draft.bio = "Stargazing, ramen and bad puns 🌱"
        await user.profile.next()
        narrator.say(
            "With February \(year - 20) the step is complete. The app keeps a draft in a private file.")
        narrator.show("next step", user.profile.step.rawValue)
    }

    func restart() async throws {
        narrator.step(7, "The battery dies", by: "OrbitApp · DurableFiles")
        app = AppModel(environment)
        await app.launch()
        guard let user = app.user else { return }
        // The first app is in the same process, and may have the outbox open for a moment longer.
        try await waitForEvent { user.unsent.failure == nil }
        // The profile is loaded in the background if it is stored on the device. The next step shows the request.
        try await waitForEvent { !user.profile.isStored }
        narrator.say("A new process reads the session and the draft. You continue where you stopped.")
        narrator.show("route", app.route.rawValue)
        narrator.show("step", user.profile.step.rawValue)
        narrator.show("name", user.profile.draft.name)
    }

    func completeTheProfile() async {
        narrator.step(8, "The other four steps", by: "Profiles · OrbitBackend")
        guard let profile = app.user?.profile else { return }
        profile.draft.personality.introvertExtrovert = UnitInterval(0.3)
        profile.draft.personality.activeRelaxed = UnitInterval(0.6)
        await profile.next()
        for typed in ["movies", "Board Games", "music", "hiking at dawn"] {
            profile.customInterest = typed
            profile.addCustomInterest()
        }
        await profile.next()
        profile.draft.socialPreferences = SocialPreferences(
            groupSize: .small, meetingFrequency: .weekly, preferredTimes: [.evenings, .weekends])
        profile.draft.friendshipGoals = [.closeFriends, .eventBuddies]
        profile.draft.availability = HourSet("mon 18-21, tue 17-20, thu 18-21, sat 11-16").map {
            WeeklyAvailability(timeZone: environment.zone, hours: $0)
        }
        await profile.next()
        await profile.photos.add(Data("not a photo".utf8))
        narrator.show("interests", profile.draft.interests.map(\.label).joined(separator: ", "))
        narrator.show("free", profile.draft.availability?.hours.text() ?? "")
        narrator.show("a text file", profile.photos.failure?.message ?? "")
        await profile.photos.add(Self.pixel)
        await app.saveProfile()
        await showRequests()
        narrator.say("You can leave a slider open. That does not count as the middle.")
        narrator.show("route", app.route.rawValue)
    }

    /// A PNG of one pixel.
    private static let pixel =
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
        ?? Data()
}
