import Calendars
import Foundation
import OrbitApp
import OrbitModels
import PageParts
import Presentation
import Profiles
import Validation

/// The first step: the name, the age, the place and a text.
@MainActor enum ProfileBasics {
    /// The networks for which the form has a field.
    static let networks = ["instagram"]

    static func fields(_ profile: ProfileViewModel, _ visit: PageVisit) -> Markup {
        let months = visit.words.calendarNames.months.enumerated().map {
            (value: String($0.offset + 1), title: $0.element)
        }
        let handles = networks.map { network -> Markup in
            visit.field(
                visit.words(SocialNetwork(rawValue: network)), "handle-\(network)",
                profile.draft.socials.handles[network] ?? "", problem: profile.message(for: "socials.\(network)"))
        }
        return """
            \(visit.field(
                visit.word(.name), "name", profile.draft.name, problem: profile.message(for: "name"),
                attributes: " autocomplete=\"name\" dir=\"auto\""))
            <fieldset><legend>\(visit.word(.birth))</legend><div class="row">
            \(visit.select(
                visit.word(.month), "birth-month", profile.birthMonthNumber.map(String.init) ?? "",
                [(value: "", title: "–")] + months))
            \(visit.field(
                visit.word(.year), "birth-year", profile.birthYear.map(String.init) ?? "",
                attributes: " inputmode=\"numeric\" maxlength=\"4\""))
            </div>
            \(visit.problem(profile.message(for: "birth_month") ?? profile.message(for: "age"), id: "birth"))
            </fieldset>
            \(visit.field(visit.word(.major), "major", profile.major, problem: profile.message(for: "major")))
            \(visit.field(visit.word(.city), "city", profile.city, problem: profile.message(for: "location")))
            \(visit.field(visit.word(.region), "region", profile.region))
            \(visit.field(
                visit.word(.homePosition), "coordinates", profile.coordinatesText,
                hint: profile.disclosure(of: .coordinates) ?? visit.word(.homePositionHint)))
            \(visit.textArea(
                visit.word(.bio), "bio", profile.draft.bio, maxLength: 500, problem: profile.message(for: "bio")))
            \(handles)
            """
    }
}

/// The second step: three scales, each of which may stay open.
@MainActor enum ProfileScales {
    static func fields(_ profile: ProfileViewModel, _ visit: PageVisit) -> Markup {
        let scales: [(String, Double?, PageWord, PageWord)] = [
            ("introvert_extrovert", profile.introvertExtrovert, .introvert, .extrovert),
            ("spontaneous_planner", profile.spontaneousPlanner, .spontaneous, .planner),
            ("active_relaxed", profile.activeRelaxed, .active, .relaxed),
        ]
        let items = scales.map { name, value, low, high -> Markup in
            let percent = Int(((value ?? 0.5) * 100).rounded())
            let label = "\(visit.word(low)) – \(visit.word(high))"
            // A slider always sends a position. The position of an open scale shows whether the person has moved it.
            var start = Markup.empty
            if value == nil { start = "<input type=\"hidden\" name=\("\(name)-from") value=\(percent)>" }
            return """
                <fieldset><legend>\(label)</legend>
                <input type="range" name=\(name) min="0" max="100" step="5" value=\(percent) aria-label=\(label)>\(start)
                <div class="scale-ends"><span>\(visit.word(low))</span><span>\(visit.word(high))</span></div>
                \(visit.checkbox(visit.word(.leaveOpen), "\(name)-open", isOn: value == nil))
                </fieldset>
                """
        }
        return "<p class=\"hint\">\(visit.word(.scalesHint))</p>\(items)"
    }
}

/// The third step: interests and sports.
@MainActor enum ProfileInterests {
    static func fields(_ profile: ProfileViewModel, _ visit: PageVisit) -> Markup {
        let own = profile.draft.interests.filter { !Interest.predefined.contains($0) }
        let options = (Interest.predefined + own).map { (value: $0.label, title: visit.words($0)) }
        let sports = Sport.known.map { sport -> Markup in
            let level = profile.draft.sports.first { $0.sport == sport }?.level.rawValue ?? ""
            return visit.select(
                visit.words(sport), "sport-\(sport.rawValue)", level,
                visit.options(SkillLevel.known, none: "–"))
        }
        return """
            \(visit.choices(
                visit.word(.interests), "interests", options, chosen: Set(profile.draft.interests.map(\.label)),
                hint: visit.word(.interestsHint), problem: profile.message(for: "interests")))
            \(visit.field(visit.word(.otherInterest), "custom", profile.customInterest, attributes: " dir=\"auto\""))
            <div class="actions"><button name="go" value="add">\(visit.word(.add))</button></div>
            <fieldset><legend>\(visit.word(.sports))</legend><div class="row">\(sports)</div></fieldset>
            """
    }
}

/// The fourth step: how, why and when the person likes to meet.
@MainActor enum ProfileMeeting {
    static func fields(_ profile: ProfileViewModel, _ visit: PageVisit) -> Markup {
        let preferences = profile.draft.socialPreferences
        let problem = profile.message(for: "social_preferences")
        return """
            \(visit.choices(
                visit.word(.groupSize), "group_size", visit.options(GroupSize.known),
                chosen: Set([preferences.groupSize?.rawValue].compactMap { $0 }), isSingle: true, problem: problem))
            \(visit.choices(
                visit.word(.frequency), "frequency", visit.options(MeetingFrequency.known),
                chosen: Set([preferences.meetingFrequency?.rawValue].compactMap { $0 }), isSingle: true))
            \(visit.choices(
                visit.word(.preferredTimes), "times", visit.options(PreferredTime.known),
                chosen: Set(preferences.preferredTimes.map(\.rawValue))))
            \(visit.choices(
                visit.word(.goals), "goals", visit.options(FriendshipGoal.known),
                chosen: Set(profile.draft.friendshipGoals.map(\.rawValue)),
                problem: profile.message(for: "friendship_goals")))
            \(HourPicker.view(profile.draft.availability?.hours ?? HourSet(), profile, visit))
            """
    }
}

/// The hours of the week at which the person is free.
@MainActor enum HourPicker {
    static func view(_ hours: HourSet, _ profile: ProfileViewModel, _ visit: PageVisit) -> Markup {
        let days = Weekday.allCases
        let head = days.map { day -> Markup in
            let short = visit.words.text(day.key, in: Weekday.shortVocabulary) ?? day.key
            return "<th scope=\"col\"><abbr title=\(visit.words(day))>\(short)</abbr></th>"
        }
        let rows = (0..<24).map { hour -> Markup in
            let cells = days.map { day -> Markup in
                guard let slot = HourOfWeek(day, hour: hour) else { return "<td></td>" }
                return """
                    <td><label><input type="checkbox" name="hours" value=\(slot.index)\
                    \("checked", if: hours.contains(slot)) aria-label=\("\(visit.words(day)) \(hour):00")></label></td>
                    """
            }
            return "<tr><th scope=\"row\">\(hour)</th>\(cells)</tr>"
        }
        return """
            <fieldset><legend>\(visit.word(.freeHours))</legend>
            <p class="hint">\(profile.disclosure(of: .availability) ?? "")</p>
            <p>\(hours.text(names: visit.words.weekdayNames))</p>
            <div class="scroll"><table class="hours">
            <thead><tr><td></td>\(head)</tr></thead><tbody>\(rows)</tbody></table></div>
            \(visit.problem(profile.message(for: "availability"), id: "hours"))
            </fieldset>
            """
    }
}

/// The fifth step, besides the photos: who sees each part of the profile.
@MainActor enum ProfileAudiences {
    static func fields(_ profile: ProfileViewModel, _ visit: PageVisit) -> Markup {
        let items = ProfileField.allCases.filter { $0.fixedAudience == nil }.map { field -> Markup in
            visit.select(
                visit.words(field), "audience-\(field.rawValue)", profile.audience(of: field).rawValue,
                visit.options(Audience.known), hint: profile.disclosure(of: field))
        }
        return "<details><summary>\(visit.word(.audiences))</summary>\(items)</details>"
    }
}

/// The photos of the form, each with its own forms.
@MainActor enum ProfilePhotosView {
    static func view(_ profile: ProfileViewModel, _ visit: PageVisit) -> Markup {
        let photos = profile.photos
        let items = photos.items.enumerated().map { index, item -> Markup in
            let id = String(item.id)
            var state = Markup.empty
            var again = Markup.empty
            if case .failed(let failure) = item.stage {
                state = visit.failure(failure)
                again = visit.button(visit.word(.tryAgain), PagePath.to("profile", "photos", id, "retry"))
            } else if case .sending = item.stage {
                state = "<p class=\"meta\">\(visit.word(.sending))</p>"
            }
            var first = Markup.empty
            if index > 0 {
                first = visit.button(visit.word(.makeFirst), PagePath.to("profile", "photos", id, "first"))
            }
            return """
                <li><img alt=\(visit.word(.photoNumber, ["count": .integer(index + 1)])) src=\(source(item, visit))>
                \(state)<div class="actions">\(again)\(first)\
                \(visit.button(visit.word(.remove), PagePath.to("profile", "photos", id, "remove")))</div></li>
                """
        }
        let list: Markup =
            items.isEmpty ? "<p class=\"meta\">\(visit.word(.noPhotos))</p>" : "<ul class=\"photos\">\(items)</ul>"
        let chooser: Markup = """
            <div class="field"><label for="photo">\(visit.word(.addPhoto))</label>
            <p class="hint">\(visit.word(.photoHint))</p>
            <input type="file" id="photo" name="photo" accept="image/jpeg,image/png" required></div>
            <button>\(visit.word(.upload))</button>
            """
        return """
            \(list)\(visit.failure(photos.failure))
            \(visit.form("/profile/photos", hasFile: true, chooser))
            """
    }

    private static func source(_ item: ProfilePhotos.Item, _ visit: PageVisit) -> String {
        if case .sent(let photo) = item.stage, let id = visit.app.user?.profile.saved.value?.userID {
            return visit.photoPath(photo.id, of: id)
        }
        return PagePath.to("own-photos", String(item.id))
    }
}
