import Foundation
import OrbitApp
import OrbitModels
import PageParts
import Presentation
import Profiles
import Validation

/// The pages and forms of the user's own profile.
enum ProfilePages {
    static let pages: [SitePage] = [
        .user("/profile", screen: ProfileScreen.screen),
        .user("/profile/preview", screen: ProfileScreen.preview),
        .user(
            "/profile/edit/{step}", access: .signedIn,
            load: { visit, user in
                guard let step = ProfileStep(rawValue: visit.parameter("step")) else { return "/profile" }
                if user.profile.step != step { await user.profile.go(to: step) }
                return user.profile.step == step ? nil : path(of: user.profile.step)
            }, screen: ProfileFormScreen.screen),
    ]

    static let actions: [FormAction] = [
        .user("/profile/edit/{step}", access: .signedIn) { visit, user in
            guard let step = ProfileStep(rawValue: visit.parameter("step")) else { return "/profile" }
            ProfileFormReader.read(visit.form, step, into: user.profile, zone: visit.session.settings.zone)
            switch visit.form["go"] {
            case "next": await user.profile.next()
            case "back": await user.profile.back()
            case "add": user.profile.addCustomInterest()
            case "save":
                await visit.app.saveProfile()
                if user.profile.failure == nil, user.profile.conflicts.isEmpty, visit.app.route != .profileSetup {
                    visit.note(visit.word(.saved), at: visit.app.route == .home ? "/profile" : visit.session.home)
                    return "/profile"
                }
            default: break
            }
            return path(of: user.profile.step)
        },
        .user("/profile/discard", access: .signedIn) { _, user in
            await user.profile.cancelEditing()
            return "/profile"
        },
        .user("/profile/conflict", access: .signedIn) { visit, user in
            if let conflict = user.profile.conflicts.first(where: { $0.part.path == visit.form["part"] }) {
                user.profile.settle(conflict, with: visit.form["side"] == "theirs" ? .theirs : .mine)
            }
            return path(of: user.profile.step)
        },
        .user("/profile/photos", access: .signedIn) { visit, user in
            if let file = visit.form.files["photo"] { await user.profile.photos.add(file.bytes) }
            return path(of: .photos)
        },
        .user("/profile/photos/{id}/{action}", access: .signedIn) { visit, user in
            let photos = user.profile.photos
            guard let id = Int(visit.parameter("id")) else { return path(of: .photos) }
            switch visit.parameter("action") {
            case "retry": await photos.retry(id)
            case "first": photos.makePrimary(id)
            case "remove": photos.remove(id)
            default: break
            }
            return path(of: .photos)
        },
    ]

    private static func path(of step: ProfileStep) -> String { PagePath.to("profile", "edit", step.rawValue) }
}

/// Copies the fields of a step into the draft.
@MainActor enum ProfileFormReader {
    static func read(_ form: FormFields, _ step: ProfileStep, into profile: ProfileViewModel, zone: TimeZone) {
        switch step {
        case .basicInfo: readBasics(form, into: profile)
        case .personality: readScales(form, into: profile)
        case .interests: readInterests(form, into: profile)
        case .socialPreferences: readMeeting(form, into: profile, zone: zone)
        case .photos: readAudiences(form, into: profile)
        }
    }

    private static func readBasics(_ form: FormFields, into profile: ProfileViewModel) {
        profile.draft.name = form["name"]
        profile.birthYear = form.integer("birth-year")
        profile.birthMonthNumber = form.integer("birth-month")
        profile.major = form["major"]
        profile.city = form["city"]
        profile.region = form["region"]
        profile.draft.bio = form["bio"]
        for network in ProfileBasics.networks { profile.setHandle(form["handle-\(network)"], on: network) }
        if form["coordinates"] != profile.coordinatesText { _ = profile.setCoordinates(form["coordinates"]) }
    }

    private static func readScales(_ form: FormFields, into profile: ProfileViewModel) {
        func value(_ name: String) -> Double? {
            let position = form.number(name)
            // The box of an open scale is checked. A moved slider is an answer, whether the person has also cleared it.
            let isMoved = form.number("\(name)-from").map { position != nil && position != $0 } ?? false
            return form.has("\(name)-open") && !isMoved ? nil : position.map { $0 / 100 }
        }
        profile.introvertExtrovert = value("introvert_extrovert")
        profile.spontaneousPlanner = value("spontaneous_planner")
        profile.activeRelaxed = value("active_relaxed")
    }

    private static func readInterests(_ form: FormFields, into profile: ProfileViewModel) {
        let chosen = form.values("interests").map { Interest($0) }
        for interest in profile.draft.interests where !chosen.contains(interest) { profile.toggle(interest) }
        for interest in chosen where !profile.draft.interests.contains(interest) { profile.toggle(interest) }
        profile.customInterest = form["custom"]
        for sport in Sport.known {
            let level = form.value("sport-\(sport.rawValue)").flatMap { $0.isEmpty ? nil : SkillLevel(rawValue: $0) }
            if profile.draft.sports.first(where: { $0.sport == sport })?.level != level {
                profile.setLevel(level, at: sport)
            }
        }
    }

    private static func readMeeting(_ form: FormFields, into profile: ProfileViewModel, zone: TimeZone) {
        var preferences = profile.draft.socialPreferences
        preferences.groupSize = form.value("group_size").map { GroupSize(rawValue: $0) }
        preferences.meetingFrequency = form.value("frequency").map { MeetingFrequency(rawValue: $0) }
        preferences.preferredTimes = PreferredTime.known.filter { form.values("times").contains($0.rawValue) }
        if preferences != profile.draft.socialPreferences { profile.draft.socialPreferences = preferences }
        let goals = FriendshipGoal.known.filter { form.values("goals").contains($0.rawValue) }
        if goals != profile.draft.friendshipGoals { profile.draft.friendshipGoals = goals }
        let indices = Set(form.values("hours").compactMap { Int($0) })
        let hours = HourSet(
            Weekday.allCases.flatMap { day in (0..<24).compactMap { HourOfWeek(day, hour: $0) } }
                .filter { indices.contains($0.index) })
        if hours != profile.draft.availability?.hours ?? HourSet() {
            let zone = profile.draft.availability?.timeZone ?? zone
            profile.draft.availability = hours.isEmpty ? nil : WeeklyAvailability(timeZone: zone, hours: hours)
        }
    }

    private static func readAudiences(_ form: FormFields, into profile: ProfileViewModel) {
        for field in ProfileField.allCases where field.fixedAudience == nil {
            guard let value = form.value("audience-\(field.rawValue)") else { continue }
            let audience = Audience(rawValue: value)
            // The default audience stays the default, which has a meaning of its own.
            if audience != profile.audience(of: field) { profile.show(field, to: audience) }
        }
    }
}
