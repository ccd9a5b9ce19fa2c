public import OrbitModels

/// The campus membership that a verified address proves.
///
/// It is valid on the day of the check. People graduate and lists change, so check again each term.
public struct CampusMembership: Hashable, Sendable {
    /// The evidence of the membership.
    public enum Evidence: Hashable, Sendable {
        /// The domain, or a parent domain, is in the list of universities.
        case listed
        /// The domain is under an academic suffix but not in the list. It belongs to an unknown institution.
        case academicSuffix
    }

    /// The institution; `nil` if it is not listed.
    public let university: University?
    /// The domain that identifies the campus. It is a listed domain, or the name directly below the academic suffix.
    public let domain: String
    /// All domains of the institution in the registry, sorted. They are the same for all of its addresses, and do not
    /// depend on the order of the list.
    public let institutionDomains: [String]
    /// The role that the address shows; usually `unknown`.
    public let role: CampusRole
    /// The evidence of the membership.
    public let evidence: Evidence
}

extension CampusRole {
    private static let byLabel: [String: CampusRole] = {
        let labels: [(CampusRole, String)] = [
            // `alumnos` and `alunos` are students in Spanish and Portuguese, not alumni.
            (
                .student,
                """
                student students stud stu studenti studenten estudiante estudiantes alumno alumnos alumne aluno alunos \
                etu etud etudiant etudiants ogr ogrenci mahasiswa undergrad grad pgr
                """
            ),
            (.staff, "staff faculty fac employee employees mitarbeiter personal docente docentes dosen personel"),
            (.alumni, "alumni alum alumnus alumna alumnae alu egresado egresados exalumnos mezun"),
        ]
        return labels.reduce(into: [:]) { table, entry in
            for label in entry.1.split(separator: " ") { table[String(label)] = entry.0 }
        }
    }()

    /// Creates the role of the first label that names a role.
    init(labels: some Sequence<Substring>) {
        self = labels.lazy.compactMap { Self.byLabel[String($0)] }.first { _ in true } ?? .unknown
    }
}
