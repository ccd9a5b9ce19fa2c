public import OrbitModels
import Presentation
import Validation

/// What people choose rather than type. All of it changes the draft and nothing else.
extension ProfileViewModel {
    /// Chooses an interest, or drops it. Another spelling of the same interest is the same.
    public func toggle(_ interest: Interest) {
        let key = InterestFolding.key(of: interest)
        if draft.interests.contains(where: { InterestFolding.key(of: $0) == key }) {
            draft.interests.removeAll { InterestFolding.key(of: $0) == key }
        } else if draft.interests.count < Limits.interests.upperBound {
            draft.interests.append(interest)
        } else {
            refuse(
                FieldFailure(
                    path: "interests", code: .tooMany, parameters: ["max": .integer(Limits.interests.upperBound)]))
        }
    }

    /// Adds the interest that was typed: the predefined one it means, or a new one.
    public func addCustomInterest() {
        guard let interest = InterestFolding.interest(from: customInterest) else { return }
        let failures = Rule<String>.text(Limits.customInterest).failures(in: interest.label)
        guard failures.isEmpty else { return refuse(failures[0]) }
        customInterest = ""
        forgetRefusedChoice()
        let key = InterestFolding.key(of: interest)
        if !draft.interests.contains(where: { InterestFolding.key(of: $0) == key }) { toggle(interest) }
    }

    /// Adds the goal, or takes it out.
    public func toggle(_ goal: FriendshipGoal) {
        draft.friendshipGoals.toggle(goal)
    }

    /// Adds the time, or takes it out.
    public func toggle(_ time: PreferredTime) {
        draft.socialPreferences.preferredTimes.toggle(time)
    }

    /// Says how well one plays a sport; `nil` takes it out.
    public func play(_ sport: Sport, _ level: SkillLevel?) {
        draft[levelOf: sport] = level
    }

    /// Sets the user's name on a network; an empty name takes it out.
    public func setHandle(_ handle: String, on network: String) {
        draft.socials.handles[network] = handle.isEmpty ? nil : handle
    }

    /// Marks some hours of some days as free, or as not free if all of them were.
    public func toggle(_ range: HourRange, on days: [Weekday]) {
        var availability = draft.availability ?? WeeklyAvailability(timeZone: zone)
        let isFree = days.allSatisfy { availability.hours.contains(range, on: $0) }
        for day in days {
            if isFree { availability.hours.remove(range, on: day) } else { availability.hours.insert(range, on: day) }
        }
        draft.availability = availability.hours.isEmpty ? nil : availability
    }

    /// Takes over free hours as they are typed: `Mon, Wed 9–12 · Tue 17–19`. Whether they were understood; if not,
    /// the draft stays as it is.
    ///
    /// - Parameter names: of the days; those of the catalogue unless given.
    @discardableResult public func setFreeHours(_ text: String, names: WeekdayNames? = nil) -> Bool {
        guard let hours = HourSet(text, names: names ?? catalogue.words.weekdayNames) else {
            refuse(FieldFailure(path: "availability", code: .malformed))
            return false
        }
        let zone = draft.availability?.timeZone ?? zone
        draft.availability = hours.isEmpty ? nil : WeeklyAvailability(timeZone: zone, hours: hours)
        return true
    }

    /// Who may see a member of the profile.
    public func audience(of field: ProfileField) -> Audience {
        (draft.visibility ?? ProfileVisibility())[field]
    }

    /// Decides who may see a member. No effect on those whose audience is fixed.
    public func show(_ field: ProfileField, to audience: Audience) {
        guard field.fixedAudience == nil else { return }
        var visibility = draft.visibility ?? ProfileVisibility()
        visibility[field] = audience
        draft.visibility = visibility
    }

    /// Leaves it to the default who may see a member, as before the user chose. Of hours and home, that is the one setting
    /// with which strangers are compared with what they do not see; see ``ProfileDisclosure``.
    public func showAsUsual(_ field: ProfileField) {
        draft.visibility?.settings[field.rawValue] = nil
    }

    /// What an answer lets others learn as it stands in the draft, in words.
    public func disclosure(of field: ProfileField) -> String? {
        catalogue.message(forDisclosureOf: field, to: draft.visibility?.settings[field.rawValue])
    }

    /// Free hours and a home that begin to count with the next save, and do so for thirty days whatever is saved then. Ask
    /// whether they are right before saving; the message catalogue has the words.
    public var firstToCount: [ProfileField] {
        let (before, after) = (saved.value?.profile, draft)
        var fields: [ProfileField] = []
        if before?.availability == nil, after.availability != nil { fields.append(.availability) }
        if before?.location?.coordinates == nil, after.location?.coordinates != nil { fields.append(.coordinates) }
        return fields
    }

    /// Of what is saved, the hours or home that count only from a later day on, with that day.
    public var waitingToCount: [ProfileField: CalendarDay] {
        let counting = saved.value?.counting
        return [.availability: counting?.availability?.from, .coordinates: counting?.coordinates?.from]
            .compactMapValues { day in day.flatMap { $0 > today ? $0 : nil } }
    }

    /// The profile as it would be shown to others if it were saved now.
    public func preview(for viewer: ProfileViewer) -> Profile {
        filledIn.cleaned.seen(by: viewer, on: today)
    }
}

extension Array where Element: Equatable {
    fileprivate mutating func toggle(_ element: Element) {
        if contains(element) { removeAll { $0 == element } } else { append(element) }
    }
}
