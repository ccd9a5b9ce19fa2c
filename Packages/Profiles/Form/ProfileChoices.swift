public import OrbitModels
import Presentation
import Validation

/// Values that people choose rather than type. These functions change only the draft.
extension ProfileViewModel {
    /// Adds an interest, or removes it. Two spellings of an interest are the same interest.
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

    /// Adds the interest in ``customInterest``: the predefined interest that it names, or a new interest.
    public func addCustomInterest() {
        guard let interest = InterestFolding.interest(from: customInterest) else { return }
        let failures = Rule<String>.text(Limits.customInterest).failures(in: interest.label)
        guard failures.isEmpty else { return refuse(failures[0]) }
        customInterest = ""
        forgetRefusedChoice()
        let key = InterestFolding.key(of: interest)
        if !draft.interests.contains(where: { InterestFolding.key(of: $0) == key }) { toggle(interest) }
    }

    /// Adds the goal, or removes it.
    public func toggle(_ goal: FriendshipGoal) {
        draft.friendshipGoals.toggle(goal)
    }

    /// Adds the time, or removes it.
    public func toggle(_ time: PreferredTime) {
        draft.socialPreferences.preferredTimes.toggle(time)
    }

    /// Sets the user's level at a sport; `nil` removes the sport.
    public func setLevel(_ level: SkillLevel?, at sport: Sport) {
        draft[levelOf: sport] = level
    }

    /// Sets the user's name on a network; an empty name removes it.
    public func setHandle(_ handle: String, on network: String) {
        draft.socials.handles[network] = handle.isEmpty ? nil : handle
    }

    /// Marks hours on some days as free, or as busy if all of them are free.
    public func toggle(_ range: HourRange, on days: [Weekday]) {
        var availability = draft.availability ?? WeeklyAvailability(timeZone: zone)
        let isFree = days.allSatisfy { availability.hours.contains(range, on: $0) }
        for day in days {
            if isFree { availability.hours.remove(range, on: day) } else { availability.hours.insert(range, on: day) }
        }
        draft.availability = availability.hours.isEmpty ? nil : availability
    }

    /// Sets the free hours from typed text, such as `Mon, Wed 9–12 · Tue 17–19`.
    ///
    /// - Parameters:
    ///   - text: The free hours.
    ///   - names: The names of the weekdays. The default is the names in the catalogue.
    /// - Returns: Whether the text was understood. If it was not, the draft is unchanged and ``failure`` has the
    ///   reason.
    @discardableResult public func setFreeHours(_ text: String, names: WeekdayNames? = nil) -> Bool {
        guard let hours = HourSet(text, names: names ?? catalogue.words.weekdayNames) else {
            refuse(FieldFailure(path: "availability", code: .malformed))
            return false
        }
        let zone = draft.availability?.timeZone ?? zone
        draft.availability = hours.isEmpty ? nil : WeeklyAvailability(timeZone: zone, hours: hours)
        return true
    }

    /// Returns the audience of a member of the profile.
    public func audience(of field: ProfileField) -> Audience {
        (draft.visibility ?? ProfileVisibility())[field]
    }

    /// Sets the audience of a member. Has no effect if the audience of the member is fixed.
    public func show(_ field: ProfileField, to audience: Audience) {
        guard field.fixedAudience == nil else { return }
        var visibility = draft.visibility ?? ProfileVisibility()
        visibility[field] = audience
        draft.visibility = visibility
    }

    /// Resets the audience of a member to the default, which applies until the user chooses an audience.
    ///
    /// With the default, the user's free hours and home are also compared with those of strangers, who do not see the
    /// user's values. With a chosen audience, they are compared only with those of people who see them; see
    /// ``ProfileDisclosure``.
    public func resetAudience(of field: ProfileField) {
        draft.visibility?.settings[field.rawValue] = nil
    }

    /// Returns a sentence about the information that a member reveals to other people, given its audience in the draft.
    public func disclosure(of field: ProfileField) -> String? {
        catalogue.message(forDisclosureOf: field, to: draft.visibility?.settings[field.rawValue])
    }

    /// The fields, free hours or home, that the next save sets for the first time.
    ///
    /// Their first values take effect at once, and stay in effect for thirty days, regardless of later saves. Ask the
    /// user to confirm the values before saving; the message catalogue has the words.
    public var fieldsEffectiveOnSave: [ProfileField] {
        let (before, after) = (saved.value?.profile, draft)
        var fields: [ProfileField] = []
        if before?.availability == nil, after.availability != nil { fields.append(.availability) }
        if before?.location?.coordinates == nil, after.location?.coordinates != nil { fields.append(.coordinates) }
        return fields
    }

    /// The saved free hours and home that take effect only on a later day, each with that day.
    public var pendingEffectiveDates: [ProfileField: CalendarDay] {
        let dates = saved.value?.effectiveDates
        return [.availability: dates?.availability?.from, .coordinates: dates?.coordinates?.from]
            .compactMapValues { day in day.flatMap { $0 > today ? $0 : nil } }
    }

    /// Returns the profile as other people would see it if it were saved now.
    public func preview(for viewer: ProfileViewer) -> Profile {
        filledIn.cleaned.seen(by: viewer, on: today)
    }
}

extension Array where Element: Equatable {
    fileprivate mutating func toggle(_ element: Element) {
        if contains(element) { removeAll { $0 == element } } else { append(element) }
    }
}
