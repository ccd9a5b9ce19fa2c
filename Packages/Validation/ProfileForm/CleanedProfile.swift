public import OrbitModels

extension Profile {
    /// The profile as it is stored: texts cleaned, empty optional texts removed, custom interests mapped to the
    /// predefined interests they name, and those that mean the same merged. Idempotent. Texts and lists that are too
    /// long stay as they are: ``ProfileRules`` refuse them.
    public var cleaned: Profile {
        var profile = self
        profile.name = Limits.name.cleaned(name)
        profile.major = Limits.major.cleanedUnlessEmpty(major)
        profile.bio = Limits.bio.cleaned(bio)
        profile.location?.city = Limits.city.cleaned(location?.city ?? "")
        profile.location?.state = Limits.region.cleanedUnlessEmpty(location?.state)
        profile.interests = InterestFolding.merged(interests)
        if socials.handles.count <= Limits.socials.upperBound {
            profile.socials.handles = socials.handles.mapValues(Limits.socialHandle.cleaned)
        }
        return profile
    }
}

extension TextForm {
    fileprivate func cleanedUnlessEmpty(_ text: String?) -> String? {
        text.map(cleaned).flatMap { $0.isEmpty ? nil : $0 }
    }
}
