import OrbitModels

extension ProfilePart {
    func isEqual(in first: Profile, and second: Profile) -> Bool { access.isEqual(first, second) }

    /// Copies the part from one profile to another.
    func copy(from source: Profile, to target: inout Profile) { access.copy(source, &target) }

    private var access: Access {
        switch self {
        case .member(let field): Self.access(to: field)
        case .introvertExtrovert: Access(\.personality.introvertExtrovert)
        case .spontaneousPlanner: Access(\.personality.spontaneousPlanner)
        case .activeRelaxed: Access(\.personality.activeRelaxed)
        case .groupSize: Access(\.socialPreferences.groupSize)
        case .meetingFrequency: Access(\.socialPreferences.meetingFrequency)
        case .preferredTimes: Access(\.socialPreferences.preferredTimes)
        case .handle(let network): Access(\.socials.handles[network])
        case .sport(let sport): Access(\.[levelOf: sport])
        case .audience(let name): Access(\.audiences[name])
        }
    }

    private static func access(to field: ProfileField) -> Access {
        switch field {
        case .name: Access(\.name)
        case .birthMonth: Access(\.birthMonth)
        case .age: Access(\.statedAge)
        case .major: Access(\.major)
        case .location, .coordinates: Access(\.location)
        case .bio: Access(\.bio)
        case .photos: Access(\.photos)
        case .interests: Access(\.interests)
        case .personality: Access(\.personality)
        case .socialPreferences: Access(\.socialPreferences)
        case .friendshipGoals: Access(\.friendshipGoals)
        case .availability: Access(\.availability)
        case .sports: Access(\.sports)
        case .socials: Access(\.socials)
        case .visibility: Access(\.visibility)
        }
    }

    private struct Access {
        let isEqual: (Profile, Profile) -> Bool
        let copy: (Profile, inout Profile) -> Void

        init<Value: Equatable>(_ part: WritableKeyPath<Profile, Value>) {
            isEqual = { $0[keyPath: part] == $1[keyPath: part] }
            copy = { $1[keyPath: part] = $0[keyPath: part] }
        }
    }
}
