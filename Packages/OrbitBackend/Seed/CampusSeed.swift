public import Foundation
public import OrbitModels
public import Validation

/// The made-up campus of demonstrations.
public enum CampusSeed {
    public static let university = University(
        name: "Orbit State University", country: "United States", alphaTwoCode: "US", domains: ["orbit.example"])
    public static let registry = CampusRegistry(universities: [university])
    public static let timeZone = TimeZone(identifier: "America/New_York") ?? .gmt
}
